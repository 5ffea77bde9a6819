"""Answering questions: understand, rank, estimate certainty, explain."""
