"""Searching: commands, passages of documents, and help with writing queries."""
