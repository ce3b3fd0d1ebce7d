"""What a run came to, for people and for programs: `terminal`, `junit`, `json`."""
