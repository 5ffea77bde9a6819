"""Benchmarks: ``make bench`` compares with the tools that a user might choose instead."""
