"""Benchmarks: ``make bench`` measures side by side with what a user would pick instead."""
