"""Nudges and event streams to browsers, and what spectators are told from memory.

What a page fetches after a nudge belongs to the page.
"""
