"""Documents: fetching what is in them, reading text out of files, pictures, and which of them are the same."""
