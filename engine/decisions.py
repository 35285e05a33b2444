"""What a seat may be asked, and what it may answer.

A decision has one text form, which is what is stored: ``fold``, ``call``, ``raise 600`` (to 600 in this round),
``draw 2c 3d`` (``draw`` alone stands pat), ``show``, ``show As Kd``, ``muck``, ``deal As Kd`` (the dealer's).
"""

from __future__ import annotations

import random
from typing import Any, NamedTuple

from engine.cards import cards_text, parse_cards
from engine.errors import BadCards, BadDecisionText, EngineError, NotOffered, RaiseTooLarge, RaiseTooSmall, WrongCards

VERBS = ("fold", "call", "raise", "draw", "show", "muck", "deal")
BET, BRING_IN, DRAW, SHOWDOWN, DEAL = "bet", "bring-in", "draw", "showdown", "deal"


class Decision(NamedTuple):
    """One answer. `amount` is the total a raise comes to, in chips; `cards` those drawn away, shown or dealt."""

    verb: str
    amount: int = 0
    cards: tuple[int, ...] = ()

    def __str__(self) -> str:
        if self.verb == "raise":
            return f"raise {self.amount}"
        return f"{self.verb} {cards_text(self.cards)}" if self.cards else self.verb

    @classmethod
    def parse(cls, text: str) -> Decision:
        """The decision of a stored text; the exact inverse of ``str``. Raises `BadDecisionText`."""
        verb, _, rest = text.strip().partition(" ")
        try:
            if verb == "raise":
                return cls(verb, int(rest))
            if verb in ("draw", "show", "deal"):
                return cls(verb, 0, parse_cards(rest))
            if verb in VERBS and not rest:
                return cls(verb)
        except (ValueError, EngineError) as wrong:
            raise BadDecisionText(f"{text!r} is no decision: {wrong}", text=text) from None
        raise BadDecisionText(
            f"{text!r} is no decision: say fold, call, raise AMOUNT, draw CARDS, show, muck", text=text
        )


FOLD, CALL, SHOW, MUCK = Decision("fold"), Decision("call"), Decision("show"), Decision("muck")


class Offer(NamedTuple):
    """One thing that may be answered: `lo` to `hi` are chips for call and raise, numbers of cards for draw and deal."""

    verb: str
    lo: int = 0
    hi: int = 0

    def as_json(self) -> dict[str, Any]:
        """Only the members that mean something for this verb."""
        if self.verb == "call":
            return {"verb": "call", "amount": self.lo}
        if self.verb in ("raise", "draw", "deal"):
            return {"verb": self.verb, "lo": self.lo, "hi": self.hi}
        return {"verb": self.verb}

    def __str__(self) -> str:
        if self.verb == "call":
            return f"call {self.lo}" if self.lo else "check"
        if self.verb == "raise":
            return f"raise to {self.lo}" if self.lo == self.hi else f"raise to {self.lo}–{self.hi}"
        if self.verb == "draw":
            return f"draw up to {self.hi}"
        return f"deal {self.lo}" if self.verb == "deal" else self.verb


class Ask:
    """An open question of a hand. Frozen by custom: a hand makes a new one for every question.

    `seat` is None for the dealer. For a bet: `call` is what calling costs (0: a check), `lo` and `hi` the least and
    most a raise may come to (0: none may be made). For a draw and a deal `hi` is the number of cards.
    """

    __slots__ = ("call", "cards", "hi", "kind", "lo", "number", "seat", "target")

    def __init__(
        self,
        number: int,
        seat: int | None,
        kind: str,
        call: int = 0,
        lo: int = 0,
        hi: int = 0,
        cards: tuple[int, ...] = (),
        target: int | None = None,
    ) -> None:
        self.number = number
        self.seat = seat
        self.kind = kind
        self.call = call
        self.lo = lo
        self.hi = hi
        self.cards = cards
        self.target = target

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What may be answered."""
        if self.kind == BET:
            raises = (Offer("raise", self.lo, self.hi),) if self.hi else ()
            return (Offer("fold"), Offer("call", self.call, self.call), *raises)
        if self.kind == BRING_IN:
            raises = (Offer("raise", self.lo, self.hi),) if self.hi else ()
            return (Offer("call", self.call, self.call), *raises)
        if self.kind == DRAW:
            return (Offer("draw", 0, self.hi),)
        if self.kind == DEAL:
            return (Offer("deal", self.hi, self.hi),)
        return (Offer("show"), Offer("muck"))

    @property
    def default(self) -> Decision:
        """What a time-out answers: check if that is free, else fold; stand pat; muck."""
        if self.kind == BET:
            return FOLD if self.call else CALL
        if self.kind == BRING_IN:
            return CALL
        return Decision("draw") if self.kind == DRAW else MUCK

    def allows(self, decision: Decision) -> bool:
        """True if `decision` answers this question legally."""
        try:
            self.check(decision)
        except EngineError:
            return False
        return True

    __contains__ = allows

    def check(self, decision: Decision) -> None:
        """Raise the named error for a decision that is not allowed, saying what is."""
        verb = decision.verb
        is_bet = self.kind in (BET, BRING_IN)
        if (is_bet and verb == "call") or (self.kind == BET and verb == "fold"):
            return
        if is_bet and verb == "raise" and self.hi:
            if type(decision.amount) is not int:
                raise NotOffered(f"a raise is to a whole number of chips, not {decision.amount!r}")
            if decision.amount < self.lo:
                raise RaiseTooSmall(f"the least raise is to {self.lo}", least=self.lo, most=self.hi)
            if decision.amount > self.hi:
                raise RaiseTooLarge(f"the most that may be raised is to {self.hi}", least=self.lo, most=self.hi)
            return
        if self.kind == DRAW and verb == "draw":
            self._check_cards(decision.cards)
            return
        if self.kind == SHOWDOWN and verb in ("show", "muck"):
            return
        if self.kind == DEAL and verb == "deal":
            if len(decision.cards) != self.hi:
                raise WrongCards(f"{self.hi} cards are to be dealt", count=self.hi)
            return
        raise NotOffered(f"{decision} is not open here: {self.words()}", offers=[str(one) for one in self.offers])

    def _check_cards(self, cards: tuple[int, ...]) -> None:
        if len(cards) > self.hi:
            raise WrongCards(f"at most {self.hi} cards may be drawn", most=self.hi)
        held = list(self.cards)
        for card in cards:
            if card not in held:
                raise WrongCards(
                    f"{cards_text([card])} is not among {cards_text(self.cards)}", held=cards_text(self.cards)
                )
            held.remove(card)

    def sample(self, rng: random.Random) -> Decision:
        """Some legal decision: each offer as likely as another, and each amount within it."""
        if self.kind == BET:
            pick = int(rng.random() * (3 if self.hi else 2))
            if pick == 2:
                return Decision("raise", self.lo + int(rng.random() * (self.hi - self.lo + 1)))
            return CALL if pick else FOLD
        if self.kind == BRING_IN:
            return Decision("raise", self.hi) if self.hi and rng.random() < 0.5 else CALL
        if self.kind == DRAW:
            return Decision("draw", 0, tuple(rng.sample(self.cards, rng.randint(0, min(self.hi, len(self.cards))))))
        if self.kind == DEAL:
            raise NotOffered("cards from outside cannot be sampled")
        return SHOW if rng.random() < 0.5 else MUCK

    def words(self) -> str:
        """The offers in plain English."""
        return ", ".join(str(offer) for offer in self.offers)

    def as_json(self) -> dict[str, Any]:
        """For API and pages."""
        answer: dict[str, Any] = {
            "number": self.number,
            "seat": self.seat,
            "kind": self.kind,
            "default": str(self.default),
            "offers": [offer.as_json() for offer in self.offers],
        }
        if self.kind == DEAL:
            answer["target"] = self.target
        return answer

    def __repr__(self) -> str:
        return f"<ask {self.number} of seat {self.seat}: {self.words()}>"


def parse_for(ask: Ask, text: str) -> Decision:
    """The decision a person means by `text` when answering `ask`.

    Besides the stored forms it knows ``check`` (a call that costs nothing), ``bet N``, ``all-in`` and ``stand``.
    Raises `BadDecisionText` or `NotOffered`.
    """
    said = " ".join(text.strip().lower().replace("all in", "all-in").split())
    if said == "check":
        if ask.call:
            raise NotOffered(
                f"there is a bet of {ask.call} to call: {ask.words()}", offers=[str(o) for o in ask.offers]
            )
        return CALL
    if said.startswith("bet "):
        return Decision.parse("raise " + said[4:])
    if said.startswith("raise to "):
        return Decision.parse("raise " + said[9:])
    if said == "all-in":
        return Decision("raise", ask.hi) if ask.hi else CALL
    if said == "stand":
        return Decision("draw")
    try:
        return Decision.parse(text.strip() if " " in text.strip() else said)
    except BadCards as wrong:
        raise BadDecisionText(str(wrong), text=text) from None
