"""From tree to meaning: who does what to which, when and for how long; nothing is invented."""
