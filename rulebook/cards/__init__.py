"""Card texts: canonical form, abilities as trees, text again, and the clauses they lean on."""
