"""Decks: an honest shuffle from a seed, and deals sealed card by card.

A new way to order or commit cards belongs here; what a game does with the cards does not.
"""
