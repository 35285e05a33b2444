"""A second, plain model of who acts when and what calling costs, written from RULES.md and nothing of the engine's.

It knows the stakes, the seats and the house rules; it sees what everybody sees (streets and up-cards) and hears each
answer. Before each answer it says who must be asked. Where RULES.md does not say who opens (wild up-cards, suits of tied
boards) it takes whoever is asked, as long as that player is in the hand and has chips.
"""

from __future__ import annotations

from typing import Any

from engine.games.betting_games import GAMES
from engine.games.decisions import Decision
from engine.games.hand_start import Start

ACE_LOW = ("razz", "razzdugi")  # S2.11, S2.15: with 2-7 the ace is high
BY_HIGH_CARD = (*ACE_LOW, "2-7-razz", "2-7-razzdugi")
BY_LOW_CARD = ("seven-card-stud", "stud8", "stud-hi-lo", "baseball")
RANKS = "23456789TJQKA"


class Breach(AssertionError):
    """The engine asked somebody else, or for something else, than the rules say."""


class Shadow:
    """The model of one hand. `check` it against each question, then tell it the `answer`."""

    def __init__(self, start: Start) -> None:
        self.start, self.rules, self.stakes = start, start.rules, start.stakes
        numbers = sorted(seat.number for seat in start.seats)
        button = start.positions.button
        self.seats = [n for n in numbers if n > button] + [n for n in numbers if n <= button]  # from the button's left
        self.stack = {seat.number: seat.stack for seat in start.seats}
        self.bet = dict.fromkeys(self.seats, 0)  # in this round
        self.folded: set[int] = set()
        self.level = 0  # what there is to match in this round
        self.to_act: set[int] = set()
        self.last = self.seats[-1]  # who acted last, so that the next clockwise is asked
        self.street = -1
        self.is_open = False  # whether the betting of this street has begun
        self.is_bring_in = False
        self.ups: dict[int, list[int]] = {seat: [] for seat in self.seats}
        self.asked_for: list[
            tuple[str, int]
        ] = []  # who gave up cards, or said how often to run the board, on this street
        self.roller = 0
        self.seen = 0
        self._forced_bets()

    # -- forced bets (S0.8, S0.11, S0.14, S1.2, S2.2) --------------------------------------------------------------------

    def _pay(self, seat: int, chips: int, *, is_bet: bool) -> None:
        paid = min(chips, self.stack[seat])
        self.stack[seat] -= paid
        self.bet[seat] += paid if is_bet else 0

    def _forced_bets(self) -> None:
        start, stakes, rules = self.start, self.stakes, self.rules
        button, small, big = start.positions
        ante_of_all = stakes.ante
        if (
            len(self.seats) <= rules.ante_halved_at
        ):  # one ante for all is half at a short table, in whole smallest chips
            ante_of_all = stakes.unit * -int(-stakes.ante / 2 // stakes.unit)
        ante_of_big = ante_of_all if stakes.ante_kind == "big_blind" and not start.bomb else 0
        if start.bomb:
            for seat in self.seats:
                self._pay(seat, start.bomb, is_bet=False)
        elif stakes.ante_kind == "each":
            for seat in self.seats:
                self._pay(seat, stakes.ante, is_bet=False)
        elif stakes.ante_kind == "button" and button in self.stack:
            self._pay(button, ante_of_all, is_bet=False)
        if ante_of_big and rules.big_blind_ante == "ante first" and big is not None:
            self._pay(big, ante_of_big, is_bet=False)
        for seat in start.seats:
            self._pay(seat.number, seat.dead, is_bet=False)
        self.posted = dict.fromkeys(self.seats, 0)  # had everybody the chips
        self.blinds = GAMES[start.game].has_blinds and not start.bomb
        if self.blinds:
            for seat, chips in ((small, stakes.small_blind), (big, stakes.big_blind)):
                if seat in self.stack:
                    self._post(seat, chips)
            for poster in start.seats:
                self._post(poster.number, poster.live)
            self._kill()
        if ante_of_big and rules.big_blind_ante == "blind first" and big is not None and self.blinds:
            self._pay(big, ante_of_big, is_bet=False)
        self.level = max(self.posted.values())
        # S1.2: the big blind has the last word, or the last clockwise of those who posted more than it.
        order = self.seats
        if big is not None and stakes.big_blind:
            at = order.index(big) + 1
            order = order[at:] + order[:at]
        for seat in order:
            if self.posted[seat] == self.level:
                self.last = seat
        straddler = self._straddler()
        self.may_straddle = straddler

    def _post(self, seat: int, chips: int) -> None:
        self.posted[seat] += chips
        self._pay(seat, chips, is_bet=True)

    def _kill(self) -> None:
        killer, rules, unit = self.start.carried.get("kill"), self.rules, self.stakes.unit
        if self.stakes.limit != "fixed" or rules.kill == "none" or killer not in self.stack:
            return
        raised = self.stakes.small_bet * (3 if rules.kill == "half" else 4) / 2
        chips = unit * -int(-raised // unit)
        self._post(killer, max(0, chips - self.posted[killer]))

    def _straddler(self) -> int | None:
        """The house rule: one player, with three or more dealt in, who posts twice the big blind and tops all posts."""
        rules, (button, _small, big) = self.rules, self.start.positions
        double = 2 * self.stakes.big_blind
        if rules.straddle == "none" or not self.blinds or len(self.seats) < 3 or big is None or double <= self.level:
            return None
        seat = button if rules.straddle == "button" else self._next(big, set(self.seats))
        if seat not in self.stack or self.bet[seat] or self.stack[seat] < double:
            return None
        return seat

    # -- rounds (S0.8 to S0.10, S0.14, S2.2 to S2.4, S2.12, S2.14) --------------------------------------------------------

    def _next(self, after: int, among: set[int]) -> int:
        at = self.seats.index(after) + 1
        return next(seat for seat in self.seats[at:] + self.seats[:at] if seat in among)

    @property
    def live(self) -> list[int]:
        return [seat for seat in self.seats if seat not in self.folded]

    @property
    def able(self) -> set[int]:
        return {seat for seat in self.live if self.stack[seat]}

    def pending(self) -> int | None:
        """Who has to bet now; None where nobody has."""
        if len(self.live) < 2:
            return None
        waiting = self.to_act & self.able
        if not waiting or not self._is_contested():
            return None
        return self._next(self.last, waiting)

    def _is_contested(self) -> bool:
        """Two players with chips, or one who has less in than somebody else."""
        able = self.able
        if len(able) > 1:
            return True
        return any(self.bet[other] > self.bet[seat] for seat in able for other in self.seats)

    def open_round(self, asked: int | None, kind: str) -> None:
        """Begin the betting of this street: find who opens. `asked` is who the engine asks, and for which `kind`."""
        self.is_open = True
        self.to_act = self.able
        game = self.start.game
        if not self.to_act or not self._is_contested():
            return
        if GAMES[game].has_board or GAMES[game].has_draws:
            if self.street > 0:
                self.last = self.seats[-1]
        elif game == "no-peek":
            self.last = self._before(self.roller)
        elif self.street == 0 and (game != "five-card-stud" or self.rules.five_card_opening == "bring-in"):
            self._bring_in(asked, kind)
        else:
            opener = self._best_board()
            self.last = self._before(opener if opener is not None else self._any_of(asked))

    def _any_of(self, asked: int | None) -> int:
        if asked not in self.able:
            raise Breach(f"{asked} is asked, who cannot bet")
        return asked

    def _before(self, seat: int) -> int:
        return self.seats[self.seats.index(seat) - 1]

    def _bring_in(self, asked: int | None, kind: str) -> None:
        shown = {seat: self.ups[seat] for seat in self.live}
        if any(len(cards) != 1 or self._is_wild(cards[0]) for cards in shown.values()):
            seat = self._any_of(asked)  # wild and extra cards: RULES.md does not say
            self.is_bring_in = kind == "bring-in"
            is_broke = len(self.able) < len(self.live) and self.rules.broke_bring_in == "next player"
            if not self.is_bring_in and not is_broke:
                raise Breach(f"{seat} is asked to bet, though somebody brings it in")
        else:
            values = {seat: self._worth(cards[0]) for seat, cards in shown.items()}
            if self.start.game in BY_HIGH_CARD:
                values = {seat: tuple(-part for part in value) for seat, value in values.items()}
            seat = min(values, key=values.__getitem__)
            if seat not in self.able and self.rules.broke_bring_in == "next low card":
                seat = min(self.able, key=values.__getitem__)
            self.is_bring_in = seat in self.able
        self.last = self._before(seat)

    def _worth(self, card: int) -> tuple[int, ...]:
        rank, suit = card // 4, card % 4
        if self.start.game in ACE_LOW:
            rank = (rank + 1) % 13
        return rank, suit if self.rules.suit_order == "spades high" else -suit

    def _is_wild(self, card: int) -> bool:
        if card >= 52:
            return True
        told = f"{RANKS[card // 4]}{'cdhs'[card % 4]}"
        wild = self.rules.wild_cards.split() + (["3", "9"] if self.start.game == "baseball" else [])
        return told in wild or told[0] in wild

    def _best_board(self) -> int | None:
        """The best up-cards of those still in, nearest to the dealer's left of equal ones; None: RULES.md does not say."""
        boards = {seat: self.ups[seat] for seat in self.live}
        if any(self._is_wild(card) for cards in boards.values() for card in cards):
            return None
        if len({len(cards) for cards in boards.values()}) > 1 or any(len(cards) > 4 for cards in boards.values()):
            return None  # extra cards
        is_low = self.start.game in BY_HIGH_CARD
        values = {}
        for seat, cards in boards.items():
            ranks = [self._worth(card)[0] for card in cards]
            groups = sorted(((ranks.count(rank), rank) for rank in set(ranks)), reverse=True)
            values[seat] = ([count for count, _rank in groups], [rank for _count, rank in groups])
        best = (min if is_low else max)(values.values())
        tied = [seat for seat in self.live if values[seat] == best]
        if len(tied) > 1 and self.rules.board_tie == "higher suit":
            return None
        return tied[0]

    # -- what is seen and heard -----------------------------------------------------------------------------------------

    def observe(self, hand: Any) -> None:
        """Take in what everybody has seen since; a round of betting that should have been and was not is a breach."""
        for kind, seat, amount, _cards, public in hand.state.events[self.seen :]:
            if kind == "street":
                self._end_street()
                self.street, self.is_open, self.asked_for = amount, False, []
                if amount:
                    self.bet, self.level = dict.fromkeys(self.seats, 0), 0
                if self.start.bomb and not amount:
                    self.is_open = True
            elif kind == "up":
                self.ups[seat] += public
                if self.start.game == "no-peek":
                    self.roller, self.is_open = seat, False
                    self.bet, self.level = dict.fromkeys(self.seats, 0), 0
            elif kind == "beaten":
                self.folded.add(seat)
        self.seen = len(hand.state.events)
        if hand.is_over:
            self._end_street()

    def _end_street(self) -> None:
        if self.street < 0 or len(self.live) < 2 or self.start.game == "no-peek":
            return
        if not self.is_open:
            if self._is_contested() and self.able:
                raise Breach(f"nobody was asked on street {self.street}, though {sorted(self.able)} can bet")
            return
        if self.pending() is not None:
            raise Breach(f"the round ended, though {self.pending()} has to act")

    def check(self, ask: Any) -> None:
        """Compare a question with what the rules ask for now."""
        kind, seat = ask.kind, ask.seat
        if kind == "straddle":
            expected: tuple[Any, ...] = ("straddle", self.may_straddle)
            found: tuple[Any, ...] = (kind, seat)
        elif kind in ("draw", "discard", "run it"):
            if self.is_open and self.pending() is not None:
                raise Breach(f"{seat} is asked to {kind}, though {self.pending()} has to bet")
            waiting = [one for one in self.live if (kind, one) not in self.asked_for]
            expected, found = (waiting[:1],), ([seat],)
        else:
            if self.may_straddle is not None:
                raise Breach(f"{self.may_straddle} was not asked to straddle")
            if not self.is_open:
                self.open_round(seat, kind)
            due = self.pending()
            if due is None:
                raise Breach(f"{seat} is asked to {kind}, though nobody has to bet")
            if self.is_bring_in:
                expected = ("bring-in", due, min(self.stakes.bring_in, self.stack[due]))
            else:
                expected = ("bet", due, min(max(self.level - self.bet[due], 0), self.stack[due]))
            found = (kind, seat, ask.call)
        if expected != found:
            raise Breach(f"the rules ask for {expected}, the engine for {found}")

    def answer(self, ask: Any, decision: Decision) -> None:
        """Hear what was answered."""
        seat, verb = ask.seat, decision.verb
        if ask.kind == "straddle":
            self.may_straddle = None
            if verb == "straddle":  # a blind, whose owner acts last
                self._pay(seat, 2 * self.stakes.big_blind, is_bet=True)
                self.level, self.last = self.bet[seat], seat
            return
        if ask.kind in ("draw", "discard", "run it"):
            self.asked_for.append((ask.kind, seat))
            return
        self.last = seat
        self.to_act.discard(seat)
        if verb == "fold":
            self.folded.add(seat)
        elif verb == "call" and self.is_bring_in:
            self._pay(seat, self.stakes.bring_in, is_bet=True)
            self.level = self.stakes.bring_in
        elif verb == "call":
            self._pay(seat, max(self.level - self.bet[seat], 0), is_bet=True)
        else:
            self._pay(seat, decision.amount - self.bet[seat], is_bet=True)
            self.level = decision.amount
            self.to_act = self.able - {seat}
        self.is_bring_in = False
