"""``python -m rulebook`` is the ``rulebook`` command."""

from rulebook.cli.main import main

main()
