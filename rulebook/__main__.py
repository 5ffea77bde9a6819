"""What starts the ``rulebook`` command, be it called so or ``python -m rulebook``.

Python looks for rings of dead objects whenever some hundreds of new ones are there, and once more
in the end.  A command makes thirty thousand that stay, most of them while it imports, and then
it is over: a tenth of a question's time went into looking.
"""

from __future__ import annotations

import gc

# Looked for after so many new objects: never in a question, now and then by what works on.
_NEW_OBJECTS = 100_000


def main() -> None:
    """Run the command line; the entry point of the console script."""
    gc.set_threshold(_NEW_OBJECTS)
    from rulebook.cli.main import main

    try:
        main()
    finally:
        gc.freeze()


if __name__ == "__main__":
    main()
