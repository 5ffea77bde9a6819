"""The entry point of the ``rulebook`` command and of ``python -m rulebook``."""

from __future__ import annotations

import gc

from rulebook.signals import collect_garbage_seldom


def main() -> None:
    """Run the command line. Garbage is collected seldom and not at exit: there is hardly any."""
    collect_garbage_seldom()
    from rulebook.cli.main import main

    try:
        main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
