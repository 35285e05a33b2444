"""Computer players of the betting games: what they see, how good their hand is, and what they do with it, by level.

What a player sees is `seat_sight`, how good the hand is `strength` and, where cards are changed, `draw_strength`; a new level
is one value in `levels`. They are given one seat's view and nothing else.
"""
