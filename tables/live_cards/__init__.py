"""Tables with real cards: hands entered action by action or as results, score sheets, corrections, rulings.

Another way to enter a real hand belongs here.
"""
