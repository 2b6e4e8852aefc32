"""The ``dovetail`` command.

It stands beside the package, not in it: only so can it say in one line why the package cannot be imported.
"""

import sys

__all__ = ["main"]

NOT_READY = 3


def main() -> int:
    """Runs the command line; the exit status is 3 where Dovetail cannot run at all."""
    try:
        from dovetail.cli import run  # noqa: PLC0415  (may fail, see above)
    except Exception as error:
        if getattr(error, "code", None) != "MissingDependency":
            raise
        print(f"dovetail: {getattr(error, 'message', error)}", file=sys.stderr)
        return NOT_READY
    return run()


if __name__ == "__main__":
    sys.exit(main())
