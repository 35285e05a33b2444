"""Locks, on-commit tasks, errors, house rules of tables, the spectators' delay.

What every other folder of the tables needs belongs here.
"""
