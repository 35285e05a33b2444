"""Practice: tables for play chips, where whoever sits there seats computer players at a level.

What is done only where no chip of the club moves belongs here.
"""
