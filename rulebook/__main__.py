"""The entry point of the ``rulebook`` command and of ``python -m rulebook``.

Cycles of dead objects are searched for seldom, and not at exit.
"""

from __future__ import annotations

import gc

from rulebook.signals import collect_garbage_seldom


def main() -> None:
    """Run the command line, as the entry point of the console script. Garbage collection is rare
    and, at exit, left out (all objects are frozen): it takes time and hardly finds anything."""
    collect_garbage_seldom()
    from rulebook.cli.main import main

    try:
        main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
