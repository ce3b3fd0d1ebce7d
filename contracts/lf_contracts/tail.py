"""The end of what a process writes: read all of it, keep a bounded part, so that no pipe ever fills."""

import threading
from typing import IO


class Tail:
    """Reads a pipe to its end in a thread of its own and keeps the last `keep` bytes."""

    def __init__(self, pipe: IO[bytes], keep: int = 65_536) -> None:
        self._pipe, self._keep = pipe, keep
        self._bytes, self._dropped = bytearray(), 0
        self._lock = threading.Lock()
        self._thread = threading.Thread(target=self._read, daemon=True)
        self._thread.start()

    def mark(self) -> int:
        """A place to read from later with `since`."""
        with self._lock:
            return self._dropped + len(self._bytes)

    def since(self, mark: int = 0) -> str:
        """What came after the mark, as far as it was kept."""
        with self._lock:
            kept = bytes(self._bytes[max(0, mark - self._dropped) :])
        return kept.decode("utf-8", "replace")

    def lines(self, count: int = 20) -> str:
        """The last lines, without blank ones."""
        return "\n".join([line for line in self.since().splitlines() if line.strip()][-count:])

    def join(self, seconds: float) -> bool:
        """Wait for the end of the pipe; False when something still holds it open."""
        self._thread.join(seconds)
        return not self._thread.is_alive()

    def _read(self) -> None:
        # read1 gives what is there; read would wait for a full buffer while the process waits for us.
        while chunk := self._pipe.read1(65_536):  # type: ignore[attr-defined]  # Popen types its pipes too loosely
            with self._lock:
                self._bytes += chunk
                over = len(self._bytes) - self._keep
                if over > 0:
                    del self._bytes[:over]
                    self._dropped += over
        self._pipe.close()
