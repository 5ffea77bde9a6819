"""Breaks made on purpose: does a test go red?"""
