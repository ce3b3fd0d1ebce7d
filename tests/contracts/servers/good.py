"""Does everything right."""

from speaker import serve

serve()
