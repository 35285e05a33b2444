"""Who may enter, entries, waiting lists, check-in, rebuys and add-ons.

What makes or ends an entry belongs here.
"""
