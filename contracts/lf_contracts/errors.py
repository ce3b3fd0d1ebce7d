"""Why a check could not be made: none of these is a verdict on the server's contract.

CouldNotRun
├── StartFailed       the server under test never became ready
├── ServerGone        it ended in the middle of a case
├── ServerSilent      it did not answer in time
├── ServerNoisy       it wrote something else than MCP to its standard output
├── NotProvoked       what the case set up did not happen, so there was nothing to compare
└── SimulatorTrouble  the simulator refused or did not answer: our failure, not the server's

BadUse                the command line asks for something that does not exist (exit code 2)
"""


class CouldNotRun(Exception):
    """A check could not be made. The message is one sentence; `stderr` holds the server's last lines, if any."""

    def __init__(self, message: str, *, stderr: str = "") -> None:
        super().__init__(message)
        self.message, self.stderr = message, stderr


class StartFailed(CouldNotRun):
    """The server under test never became ready."""


class ServerGone(CouldNotRun):
    """The server under test ended in the middle of a case."""


class ServerSilent(CouldNotRun):
    """The server under test did not answer in time."""


class ServerNoisy(CouldNotRun):
    """The server under test wrote something else than MCP to its standard output."""


class NotProvoked(CouldNotRun):
    """What the case set up did not happen."""


class SimulatorTrouble(CouldNotRun):
    """The simulator refused, ended or did not answer."""


class BadUse(Exception):
    """The command line asks for something that does not exist. The message is one line."""
