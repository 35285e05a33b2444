"""The rules of play: pure, exact and quick. No Django, no clock, no files, no hidden randomness.

A hand is begun from values and moved by answers; everything else follows.

>>> from engine.betting.hand import Decision, Hand, Positions, Seat, Stakes, Start
>>> from engine.play.any_game import shuffled_deck
>>> stakes = Stakes(limit="no", small_blind=1, big_blind=2)
>>> start = Start("holdem", stakes, (Seat(1, 100), Seat(2, 100)), Positions(1, 1, 2))
>>> hand = Hand(start, shuffled_deck("holdem", b"a seed nobody knows"))
>>> hand.asks[0].words()
'fold, call 1, raise to 4–100'
>>> hand.answer(0, Decision.parse("raise 6"))
>>> hand.answer(1, Decision.parse("fold"))
>>> dict(hand.result.net)
{2: -2, 1: 2}
"""

__version__ = "2.0.0"
