"""The grammars as tables, the verbs that they name, and the parser that runs them."""
