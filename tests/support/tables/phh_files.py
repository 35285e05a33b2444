"""A file of hands that is taken in."""

from __future__ import annotations

GOOD = """variant = 'NT'
ante_trimming_status = true
antes = [0, 0, 0]
blinds_or_straddles = [1, 2, 0]
min_bet = 2
starting_stacks = [100, 100, 100]
actions = [
  'd dh p1 AsKs', 'd dh p2 ????', 'd dh p3 7c2d',
  'p3 f', 'p1 cbr 6', 'p2 cc',
  'd db 2h3h4h', 'p1 cbr 10', 'p2 f',
]
players = ['Anna', 'Ben', 'Chika']
finishing_stacks = [106, 94, 100]
"""
