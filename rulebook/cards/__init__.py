"""Card texts: canonical spelling, abilities as trees, text again, and the clauses they lean on."""
