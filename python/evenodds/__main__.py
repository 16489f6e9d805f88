"""The command line: ``evenodds`` and ``python -m evenodds``."""

import sys

from ._evenodds import main as command


def main() -> int:
    """Runs the command line with the arguments of this process and returns its exit code."""
    return command(["evenodds", *sys.argv[1:]])


if __name__ == "__main__":
    sys.exit(main())
