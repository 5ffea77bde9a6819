"""Many cards at once: chunks, and the processes or the cluster that work on them."""
