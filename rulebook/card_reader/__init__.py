"""Card texts read in a browser by CPython in WebAssembly, with a few modules of this package."""
