"""Folders that are built once and cached, each under a key of its sources."""
