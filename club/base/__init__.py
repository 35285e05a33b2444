"""Plumbing of the club that knows nobody: errors, registry, text and addresses that people typed in, many rows at once.

What knows a player or a chip does not belong here.
"""
