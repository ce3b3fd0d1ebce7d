"""Some other program that reads lines and answers in its own way."""

import sys

for line in sys.stdin:
    print(f"you said {len(line)} characters", flush=True)  # noqa: T201 -- this is what it is
