"""Jackpots of cash tables: fed from the drop of raked hands, won by hands that the engine finds, paid once a person approves.

The house rules of jackpots, what feeds them, what is noticed and how it is paid and taken back belong here.
"""
