"""Pots and what comes of them: built, raked, shared to the odd chip, and told as results.

Who wins what of a betting hand belongs here; who acts, and which cards come, does not.
"""
