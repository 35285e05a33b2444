"""The API of shared sets of house rules and structures.

What programs do with shared sets belongs here.
"""
