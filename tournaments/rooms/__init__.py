"""The tables of a tournament as rows, the games a mixed event plays at them, and who plays fantasyland before a move.

What seats players on rows of tables belongs here.
"""
