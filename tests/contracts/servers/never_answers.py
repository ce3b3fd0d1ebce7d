"""Takes everything and says nothing, not even to the handshake; does not end when asked."""

import signal
import sys

signal.signal(signal.SIGTERM, signal.SIG_IGN)
sys.stderr.write("listening\n")
sys.stderr.flush()
for _ in sys.stdin:
    pass
signal.pause()
