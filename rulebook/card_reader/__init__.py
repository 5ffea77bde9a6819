"""Card texts read in a browser, by the code that reads them in the terminal.

What runs there is CPython in WebAssembly with a few modules of this package (``manifest.py``) and a
file of tables for each game (``game_tables.py``); ``building.py`` puts both together.
"""
