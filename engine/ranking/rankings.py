"""Rankings: the best hand of 1 to 12 cards as one int, higher always better, 0 no hand (RULES.md S0.2, S0.3, S0.5, S1.9).

`RANKINGS` lists those that a pot is won by. How values are built says `engine.ranking.values`; with wild cards a
ranking is wrapped by `engine.ranking.wild.wild_ranking`, and where so many hole cards must play,
`engine.ranking.omaha.best_of` chooses them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.hand_names import Words, say_badugi, say_high, say_low
from engine.ranking import badugi
from engine.ranking.highs import HIGHS, KINDS, SHORT_HIGHS, SHORT_TRIPS_UP_HIGHS, SHORT_USUAL_HIGHS
from engine.ranking.lows import ACE_TO_FIVES, DEUCE_TO_SEVENS, rank_eight_or_better
from engine.ranking.values import SHORT, SHORT_TRIPS_UP, SHORT_USUAL, USUAL


@dataclass(frozen=True, slots=True)
class Ranking:
    """A way to compare hands. `rank` maps 1–12 different cards to an int, higher better, 0 no hand.

    It raises `UnknownCard` for a card nobody knows, and for a joker where no card is wild. `say` puts a value in words.
    """

    key: str
    rank: Callable[[Sequence[int]], int]
    say: Callable[[int], Words]

    def describe(self, cards: Sequence[int]) -> Words:
        """The best hand of the cards in words. Raises `UnknownCard`."""
        return self.say(self.rank(cards))


HIGH = Ranking("high", HIGHS.rank, say_high(USUAL))
ACE_TO_FIVE = Ranking("ace-to-five", ACE_TO_FIVES.rank, say_low(is_ace_low=True))
EIGHT_OR_BETTER = Ranking("eight-or-better", rank_eight_or_better, say_low(is_ace_low=True))
DEUCE_TO_SEVEN = Ranking("deuce-to-seven", DEUCE_TO_SEVENS.rank, say_low(is_ace_low=False))
BADUGI = Ranking("badugi", badugi.ACE_LOW.rank, say_badugi(is_ace_low=True))
BADUGI_ACE_HIGH = Ranking("badugi-ace-high", badugi.ACE_HIGH.rank, say_badugi(is_ace_low=False))
# Short deck (36 cards, six to ace): A-6-7-8-9 is the lowest straight. A flush beats a full house; in the second also
# three of a kind beats a straight; in the third all stands as with 52 cards.
SHORT_DECK = Ranking("short-deck", SHORT_HIGHS.rank, say_high(SHORT))
SHORT_DECK_TRIPS = Ranking("short-deck-trips", SHORT_TRIPS_UP_HIGHS.rank, say_high(SHORT_TRIPS_UP))
SHORT_DECK_CLASSIC = Ranking("short-deck-classic", SHORT_USUAL_HIGHS.rank, say_high(SHORT_USUAL))
# Not a way to win, but to open a round of stud: what a player shows (S2.4).
UP_CARDS = Ranking("up-cards", KINDS.rank, say_high(USUAL))

RANKINGS: dict[str, Ranking] = {
    ranking.key: ranking
    for ranking in (
        HIGH,
        ACE_TO_FIVE,
        EIGHT_OR_BETTER,
        DEUCE_TO_SEVEN,
        BADUGI,
        BADUGI_ACE_HIGH,
        SHORT_DECK,
        SHORT_DECK_TRIPS,
        SHORT_DECK_CLASSIC,
    )
}
