"""Betting games as data: the catalogue, house rules of play, stakes, the button, what may be asked and answered.

A new betting game is one literal in `betting_games`. Where a decision puts cards of Chinese poker says `row_layout`.
"""
