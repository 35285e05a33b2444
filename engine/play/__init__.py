"""Every game, whatever kind of hand plays it: found, begun, answered, replayed, proved, played by computers.

What needs betting and Chinese games alike belongs here.
"""
