"""A betting hand from the forced bets to the showdown.

A new step of a street, a pot or a result belongs here; nothing here asks which game is played.
"""
