"""One hand: sealed, replayed, played, chosen beforehand, told in numbers.

What concerns a single hand belongs here; seats and money do not.
"""
