"""The entry point of the ``rulebook`` command and of ``python -m rulebook``."""

from __future__ import annotations

import gc
import sys

from rulebook.signals import INTERRUPTED, collect_garbage_seldom, exit_on_signals


def main() -> None:
    """Run the command line. Garbage is collected seldom and not at exit: there is hardly any."""
    collect_garbage_seldom()
    exit_on_signals()
    try:
        from rulebook.cli.main import main

        main()
    except KeyboardInterrupt:  # before a command runs, or while the program ends
        sys.exit(INTERRUPTED)
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
