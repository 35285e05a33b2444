"""PokerStars' hand histories read: lines, forced bets, play, and the sums that they tell.

How a line of the notation is understood belongs here; how one is written stands in `hand_to_pokerstars`.
"""
