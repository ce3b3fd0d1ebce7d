"""From records to JSON: one module a shape, both dialects side by side."""
