"""Hands and games as people write them: published hands (PHH, Open Hand History, PokerStars text) read and written, names of games.

Another format of hand histories belongs here.
"""
