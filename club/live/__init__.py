"""Nudges and event streams to browsers, what spectators are told from memory, and the club's screens in frames of other sites.

What a page fetches after a nudge belongs to the page.
"""
