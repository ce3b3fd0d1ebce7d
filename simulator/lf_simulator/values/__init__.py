"""What field values may be and how people see them: types, constraints, tokens, formats. Knows nothing of requests."""
