"""Seats by lot, balancing, places of those knocked out, brackets, colour-up. Values in, values out.

Nothing here reads a row.
"""
