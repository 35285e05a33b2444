"""What a seat may be asked, and what it may answer.

A decision has one text form, which is what is stored: ``fold``, ``call``, ``raise 600`` (to 600 in this round),
``draw 2c 3d`` (``draw`` alone stands pat), ``discard 7h``, ``show``, ``show As Kd``, ``muck``, ``award 3 / 1 5`` (who
wins the pots, of a dealer who has read the hands), ``straddle``, ``pass``,
``agree 2`` (to run the board twice), ``deal As Kd`` (the dealer's). In Chinese games ``place front=Ks back=2c3c
discard=4d``, ``set Ks Kh 4d / … / …`` and ``surrender``; how those are kept says `engine.games.row_layout`.
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from typing import Any, Final, NamedTuple, NoReturn, Protocol

from engine.cards import UNKNOWN, cards_text, parse_cards
from engine.errors import BadCards, BadDecisionText, EngineError, NotOffered, RaiseTooLarge, RaiseTooSmall, WrongCards
from engine.games.announced_winners import AWARD, parse_award
from engine.games.announced_winners import text_of as award_text
from engine.games.row_layout import PLACE, SET, SURRENDER, parse_layout, text_of
from engine.messages.decisions import DealText, DecisionText, OfferText
from engine.messages.message import ENGLISH, Message, Quoted, worded
from engine.text_limits import whole

VERBS = ("fold", "call", "raise", "draw", "discard", "show", "muck", AWARD, "straddle", "pass", "agree", "deal", PLACE,
         SET, SURRENDER)  # fmt: skip
BET: Final = "bet"
BRING_IN: Final = "bring-in"
DRAW: Final = "draw"
DISCARD: Final = "discard"
SHOWDOWN: Final = "showdown"
DEAL: Final = "deal"
STRADDLE: Final = "straddle"
RUN_IT: Final = "run it"
_new: Final = (
    tuple.__new__
)  # a Decision made without its constructor, which takes as long as finding out what to answer


class Decision(NamedTuple):
    """One answer. `amount` is the total a raise comes to, in chips; `cards` those drawn away, shown, dealt or placed."""

    verb: str
    amount: int = 0
    cards: tuple[int, ...] = ()

    def __str__(self) -> str:
        whole: Any = self  # no cards may be an empty list
        verb, amount, cards = whole
        if verb in ("raise", "agree"):
            return f"{verb} {amount}"
        if verb in (PLACE, SET):
            return text_of(verb, amount, cards)
        if verb == AWARD:
            return award_text(amount)
        return f"{verb} {cards_text(cards)}" if cards else str(verb)

    @classmethod
    def parse(cls, text: str) -> Decision:
        """The decision of a stored text; the exact inverse of ``str``. Raises `BadDecisionText`."""
        plain = _PLAIN.get(text)
        if plain is not None:
            return plain
        verb, _, rest = text.strip().partition(" ")
        try:
            if verb in ("raise", "agree") and whole(rest.strip().lstrip("-"), _DIGITS) is not None:
                return cls(verb, int(rest))
            if verb in ("draw", "discard", "show", "deal"):
                return cls(verb, 0, parse_cards(rest))
            if verb == AWARD:
                return cls(verb, parse_award(rest).amount)
            if verb in (PLACE, SET):
                layout = parse_layout(verb, rest)
                return cls(verb, layout.amount, layout.cards)
            if verb in VERBS and not rest and verb not in ("raise", "agree"):
                return cls(verb)
        except ValueError as wrong:
            why = wrong.message if isinstance(wrong, EngineError) else str(wrong)
            raise BadDecisionText(DecisionText.UNREADABLE(text=Quoted(text), why=why), text=text) from None
        raise BadDecisionText(
            DecisionText.UNKNOWN(text=Quoted(text)),
            text=text,
        )


class SentDecision(Protocol):
    """What should be a `Decision`. A program may send anything, so compiled modules must not take its type on trust.

    Where it is looked at, it is a value of type Any until `is_whole` has said that it is what it says.
    """

    @property
    def verb(self) -> str: ...

    @property
    def amount(self) -> int: ...

    @property
    def cards(self) -> tuple[int, ...]: ...


_DIGITS: Final = 154  # of an amount, at most: as many as `_LONGEST` bits have
_LONGEST: Final = 512  # bits: a larger number is no amount of chips, and nobody writes it down


def is_whole(decision: object) -> bool:
    """True for a `Decision` whose members are what they are declared to be, whether or not any question allows it.

    What comes from a program may be of any type: a number that is none, an empty list where no cards are meant.
    """
    kind: Any = type(decision)
    sent: Any = decision
    if kind is not Decision or len(sent) != 3:
        return False
    verb, amount, cards = sent
    if type(verb) is not str or type(amount) is not int or amount.bit_length() > _LONGEST:
        return False
    if type(cards) is not tuple:
        return type(cards) is list and not cards
    strange = [card for card in cards if type(card) is not int or not 0 <= card <= UNKNOWN]
    return not strange


def is_number(value: object) -> bool:
    """True for a whole number of ordinary length, whatever its sign: no bool, and nothing that only says to be one."""
    return type(value) is int and value.bit_length() <= _LONGEST


def said(sent: object) -> str:
    """What a program sent, in a few words; a thing of a strange type by the name of its type."""
    if isinstance(sent, tuple):
        return f"({', '.join([said(one) for one in tuple.__iter__(sent)])})"
    if type(sent) in (str, bool, float, type(None)) or (type(sent) is int and sent.bit_length() <= _LONGEST):
        return repr(sent)
    return type(sent).__name__


def not_open(number: object, open_now: list[int]) -> Message:
    """That the question of that number is not open, and which are."""
    if not open_now:
        return DecisionText.HAND_IS_OVER(number=said(number))
    text = DecisionText.ASK_NOT_OPEN if len(open_now) == 1 else DecisionText.ASKS_NOT_OPEN
    return text(number=said(number), open=open_now)


def refuse_strange(sent: object, offers: tuple[Message, ...]) -> NoReturn:
    """Raise the named error for what is no whole decision; `offers` say what may be answered."""
    kind: Any = type(sent)
    strange: Any = sent
    if kind is Decision and len(strange) == 3:
        verb, amount, cards = strange
        if type(amount) is not int:
            raise NotOffered(DecisionText.TAKES_WHOLE_NUMBER(verb=said(verb), amount=said(amount)), offers=offers)
        for card in cards if type(cards) is tuple else ():
            if type(card) is not int or not 0 <= card <= UNKNOWN:
                raise WrongCards(DealText.NO_CARD(card=said(card)), cards=said(card))
    raise NotOffered(DecisionText.UNREADABLE(text=said(sent), why=offers), offers=offers)


FOLD: Final = Decision("fold")
CALL: Final = Decision("call")
SHOW: Final = Decision("show")
MUCK: Final = Decision("muck")
_PLAIN: Final = {"fold": FOLD, "call": CALL, "show": SHOW, "muck": MUCK}
PASS: Final = Decision("pass")
ONCE: Final = Decision("agree", 1)


class Offer(NamedTuple):
    """One thing that may be answered: `lo` to `hi` are chips for call, raise and straddle, numbers of cards for draw,
    discard and deal, times for agree. With a `step` a raise may come to lo, lo + step … up to hi and to nothing else.
    """

    verb: str
    lo: int = 0
    hi: int = 0
    step: int = 0

    def as_json(self) -> dict[str, Any]:
        """Only the members that mean something for this verb."""
        if self.verb in ("call", "straddle"):
            return {"verb": self.verb, "amount": self.lo}
        if self.verb in ("raise", "draw", "discard", "deal", "agree", PLACE, SET):
            window = {"verb": self.verb, "lo": self.lo, "hi": self.hi}
            return {**window, "step": self.step} if self.step else window
        return {"verb": self.verb}

    def __str__(self) -> str:
        return str(self.message)

    @property
    def message(self) -> Message:
        """The offer in words of any language."""
        verb, lo, hi, _ = self
        if verb == "call":
            return OfferText.CALL(amount=lo) if lo else OfferText.CHECK()
        if verb == "raise" and lo != hi:
            return (
                OfferText.RAISE_TO_EITHER(one=lo, other=hi) if self.step else OfferText.RAISE_WITHIN(least=lo, most=hi)
            )
        if verb == "deal" and lo != hi:
            return OfferText.DEAL_WITHIN(least=lo, most=hi)
        if verb in _IN_CHIPS:
            return _IN_CHIPS[verb](amount=lo)
        if verb in _IN_CARDS:
            return _IN_CARDS[verb](count=hi)
        return OfferText.AGREE(least=lo, most=hi) if verb == "agree" else OfferText[verb.upper()]()


_IN_CHIPS = {"raise": OfferText.RAISE_TO, "straddle": OfferText.STRADDLE}
_IN_CARDS = {"draw": OfferText.DRAW, "discard": OfferText.DISCARD, "deal": OfferText.DEAL,
             PLACE: OfferText.PLACE, SET: OfferText.SET}  # fmt: skip


_NOTHING_ASKED = Offer("none")


class Ask(NamedTuple):
    """An open question of a hand.

    `seat` is None for the dealer. For a bet: `call` is what calling costs (0: a check), `lo` and `hi` the least and
    most a raise may come to (0: none may be made), `step` how far apart the sizes are (0: any size). For a draw and a
    discard `hi` is the number of cards; for a deal `lo`, and up to `hi` where cards that are not seen may bring others;
    for a straddle `lo` is its chips; for a run `hi` the most times.
    """

    number: int
    seat: int | None
    kind: str
    call: int = 0
    lo: int = 0
    hi: int = 0
    cards: tuple[int, ...] = ()
    target: int | None = None
    step: int = 0

    @property
    def offers(self) -> tuple[Offer, ...]:
        """What may be answered."""
        kind = self.kind
        if kind in (BET, BRING_IN):
            raises = (Offer("raise", self.lo, self.hi, self.step),) if self.hi else ()
            folds = (Offer("fold"),) if kind == BET else ()
            return (*folds, Offer("call", self.call, self.call), *raises)
        if kind == DRAW:
            return (Offer("draw", 0, self.hi),)
        if kind == DISCARD:
            return (Offer("discard", self.hi, self.hi),)
        if kind == DEAL:
            return (Offer("deal", self.lo, self.hi),)
        if kind == STRADDLE:
            return (Offer("straddle", self.lo, self.lo), Offer("pass"))
        if kind == RUN_IT:
            return (Offer("agree", 1, self.hi),)
        return (Offer("show"), Offer("muck"), Offer(AWARD))

    @property
    def default(self) -> Decision:
        """What a time-out answers: check if that is free, else fold; stand pat; give up the last cards; muck; no straddle."""
        if self.kind == BET:
            return FOLD if self.call else CALL
        if self.kind == BRING_IN:
            return CALL
        if self.kind == DRAW:
            return Decision("draw")
        if self.kind == DISCARD:
            return Decision("discard", 0, self.cards[-self.hi :])
        return {STRADDLE: PASS, RUN_IT: ONCE}.get(self.kind, MUCK)

    def allows(self, decision: SentDecision) -> bool:
        """True if `decision` answers this question legally."""
        try:
            self.check(decision)
        except EngineError:
            return False
        return True

    def __contains__(self, decision: object) -> bool:
        """A question holds the answers it allows."""
        return type(decision) is Decision and self.allows(decision)

    def check(self, decision: SentDecision) -> None:
        """Raise the named error for a decision that is not allowed, saying what is."""
        if not is_whole(decision):
            refuse_strange(decision, self.offered())
        whole: Any = decision
        verb, amount, cards = whole
        offer = next((one for one in self.offers if one.verb == verb), _NOTHING_ASKED)
        if offer is _NOTHING_ASKED:
            raise NotOffered(
                DecisionText.NOT_OPEN(decision=str(decision), offers=self.offered()),
                offers=self.offered(),
            )
        if verb in ("raise", "agree"):
            self._check_amount(offer, amount)
        elif amount and verb != AWARD:
            raise NotOffered(DecisionText.TAKES_NO_AMOUNT(verb=verb, amount=amount), offers=self.offered())
        if verb in ("draw", "discard"):
            self._check_cards(offer, cards)
        elif verb == "deal":
            if not self.lo <= len(cards) <= self.hi:
                if self.lo == self.hi:
                    raise WrongCards(DealText.COUNT(count=self.lo), count=self.lo)
                raise WrongCards(
                    DealText.COUNT_OR_MORE(count=self.lo, most=self.hi),
                    count=self.lo,
                    most=self.hi,
                )
        elif cards and verb != "show":
            raise NotOffered(DecisionText.TAKES_NO_CARDS(verb=verb), offers=self.offered())

    def _check_amount(self, offer: Offer, amount: int) -> None:
        if offer.verb == "agree":
            if not 1 <= amount <= offer.hi:
                raise NotOffered(DecisionText.MOST_RUNS(most=offer.hi, amount=amount))
        elif amount < offer.lo:
            raise RaiseTooSmall(DecisionText.LEAST_RAISE(least=offer.lo, most=offer.hi), least=offer.lo, most=offer.hi)
        elif amount > offer.hi:
            raise RaiseTooLarge(DecisionText.MOST_RAISE(least=offer.lo, most=offer.hi), least=offer.lo, most=offer.hi)
        elif offer.step and (amount - offer.lo) % offer.step:
            raise NotOffered(
                DecisionText.RAISE_TO_EITHER(one=offer.lo, other=offer.hi, amount=amount), offers=(offer.message,)
            )

    def _check_cards(self, offer: Offer, cards: Sequence[int]) -> None:
        if len(cards) > offer.hi:
            raise WrongCards(DealText.MOST_DRAWN(most=offer.hi), most=offer.hi)
        if len(cards) < offer.lo:
            raise WrongCards(DealText.GIVEN_UP(count=offer.lo, cards=cards_text(self.cards)), most=offer.hi)
        held = list(self.cards)
        for card in cards:
            if card not in held:
                raise WrongCards(
                    DealText.NOT_HELD(card=cards_text([card]), cards=cards_text(self.cards)),
                    held=cards_text(self.cards),
                )
            held.remove(card)

    def sample(self, rng: random.Random) -> Decision:
        """Some legal decision: each offer as likely as another, and each amount within it."""
        kind, hi, cards = self.kind, self.hi, self.cards
        some = rng.random
        if kind == BET:
            pick = some() * (3 if hi else 2)
            return self._some_raise(some()) if pick >= 2 else CALL if pick >= 1 else FOLD
        if kind == BRING_IN:
            return self._some_raise(some()) if hi and some() < 0.5 else CALL
        if kind == DRAW:
            if hi < len(cards):
                return Decision("draw", 0, tuple(rng.sample(cards, rng.randint(0, hi))))
            return _new(Decision, ("draw", 0, tuple([card for card in cards if some() < 0.5])))
        if kind == DISCARD:
            return Decision("discard", 0, tuple(rng.sample(cards, hi)))
        if kind == RUN_IT:
            return Decision("agree", rng.randint(1, hi))
        if kind == STRADDLE:
            return Decision("straddle") if some() < 0.5 else PASS
        if kind == DEAL:
            raise NotOffered(DecisionText.NO_SAMPLE())
        return SHOW if some() < 0.5 else MUCK

    def _some_raise(self, pick: float) -> Decision:
        """The raise at `pick` (0 to 1) of those offered."""
        lo, hi, step = self.lo, self.hi, self.step or 1
        return _new(Decision, ("raise", lo + step * int(pick * ((hi - lo) // step + 1)), ()))

    def words(self) -> str:
        """The offers in plain English."""
        return worded(self.offered(), ENGLISH)

    def offered(self) -> tuple[Message, ...]:
        """The offers as messages."""
        return tuple([offer.message for offer in self.offers])

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
            raise NotOffered(DecisionText.BET_TO_CALL(bet=ask.call, offers=ask.offered()), offers=ask.offered())
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
        raise BadDecisionText(wrong.message, text=text) from None
