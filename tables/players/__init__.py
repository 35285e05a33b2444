"""What the tables know of one player: where the player sits, what is kept of them, and what happens when one is barred.

What the club asks the tables about a player belongs here, and the files that a player keeps.
"""
