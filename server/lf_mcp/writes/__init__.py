"""Writing: what has to hold before anything is sent, and the requests that change the repository."""
