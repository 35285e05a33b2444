"""The floor's "what was that action?": from chips pushed and words said to the binding action, and why.

>>> facing = Situation(stack=1000, level=25, least_bet=2, pot=40)
>>> ruled = interpret(facing, [Motion(chips=(100,))])
>>> str(ruled.decision), ruled.returned, ruled.why[0].rules
('call', 75, ('S1.4', 'TDA 44'))
>>> str(interpret(facing, [Motion(said="raise", chips=(100,))]).decision)
'raise 100'

How it is read, where the sources leave it open:

* With "voice beats chips" words count whenever they are said, but for one thing: words after the chips cannot make the
  action larger. The club's document forbids exactly that, a call and then a raise, as a string bet.
* Where several silent chips "all count" and come to more than a call but less than the least raise, the player has
  exceeded the bet, which is a raise (S0.9), and nothing of it is given back; a raise has a least size (S0.13), so it is made
  up to that (TDA 52-A). Fixed limit has no amount to count, so there half a bet decides, whatever the house rule.
* A number said alone is read like chips (TDA 40-C), as the whole bet; one that is exactly the price of the call is a call.
* A number is shorthand ("five") only if as it stands it is not half of what could be bet or called; of what it then can
  reasonably mean, it means the most that the pot covers, else the least (TDA 57).
* After "raise" a bare number that cannot be the whole bet, being no more than the call, is the raise alone.
* A big blind with the option faces no bet and has the bet covered: chips added count with those in front (TDA 46-C).
"""

from __future__ import annotations

from engine.rulings.floor_rules import FloorRules
from engine.rulings.motions import BadMotion, Motion
from engine.rulings.reasons import CITED, MESSAGES, Reason, Verdict
from engine.rulings.ruling import TURNS, interpret
from engine.rulings.situation import BadSituation, Situation

__all__ = [
    "CITED",
    "MESSAGES",
    "TURNS",
    "BadMotion",
    "BadSituation",
    "FloorRules",
    "Motion",
    "Reason",
    "Situation",
    "Verdict",
    "interpret",
]
