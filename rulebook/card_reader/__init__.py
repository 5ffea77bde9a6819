"""Card texts read in a browser, by the code that reads them in the terminal: CPython in WebAssembly
with a few modules of this package, and a file of tables for each game."""
