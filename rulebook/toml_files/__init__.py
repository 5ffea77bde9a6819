"""The one reader of TOML: typed values, or all faults at once, each with its line."""
