"""Plumbing of the club that knows nobody: errors, registry, text and names that people typed in, pictures that they sent.

What knows a player or a chip does not belong here.
"""
