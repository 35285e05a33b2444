"""Chinese rows, their royalties and house rules, and the Chinese games as data.

A new Chinese game is one literal in `games`.
"""
