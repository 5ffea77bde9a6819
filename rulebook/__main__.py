"""The entry point of the ``rulebook`` command and of ``python -m rulebook``.

Cycles of dead objects are searched for seldom, and not at exit.
"""

from __future__ import annotations

import gc

from rulebook.signals import collect_garbage_seldom


def main() -> None:
    """Run the command line; the entry point of the console script. Python seldom searches for
    cycles of dead objects, and not at exit (all are frozen): it takes time and finds few."""
    collect_garbage_seldom()
    from rulebook.cli.main import main

    try:
        main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
