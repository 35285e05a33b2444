"""A tournament is its log: lines, state, replay, the house rules in force, what spectators see of it.

A new kind of line is a class in `events`; how lines are stored, read and told belongs here.
"""
