"""Mixed tables: which games, in which order, and when they change.

A new named mix is one entry in `mixes`.
"""
