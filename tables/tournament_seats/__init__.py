"""Tables and seats of tournaments: opened, filled, moved and closed for an event, one seat or a whole room at once.

What a tournament does with rows of tables belongs here; what a cash table does with its own seats, in `cash`.
"""
