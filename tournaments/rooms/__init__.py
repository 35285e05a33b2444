"""The tables of a tournament as rows, and the games a mixed event plays at them.

What seats players on rows of tables belongs here.
"""
