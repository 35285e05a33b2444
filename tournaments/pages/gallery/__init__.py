"""The page on which house rules and structures are shared with other clubs, and taken in from them.

What the owner does with shared sets in the browser belongs here.
"""
