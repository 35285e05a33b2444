"""A Chinese hand as it is played: deals, placings, fouls, showdown, results, views.

What a player or the clock does in a hand belongs here.
"""
