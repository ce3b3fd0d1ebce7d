"""The simulator's own OpenAPI document, made from the operation table and from tables of what is answered."""
