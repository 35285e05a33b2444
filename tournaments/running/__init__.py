"""What a running tournament does by itself: levels, rounds, moves, hand-for-hand, chip races, penalties.

What needs no hand of the director belongs here.
"""
