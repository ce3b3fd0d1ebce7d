"""A good server that has nothing to do with the contract."""

from speaker import serve

serve(names=("weather",))
