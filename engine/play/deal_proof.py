"""What a seat may prove of a deal, and the check of such a proof (`engine.deck.sealed_deck`).

A proof is a JSON object; `proof_of` makes it of a hand, and ``python -m engine verify FILE`` checks it with nothing but
what stands in it. It opens the cards that its viewer has seen, by the places at which they were dealt, and tells of the
others only where they went, with the hand's start and the events its viewer saw, from which the order of dealing
follows (`engine.play.dealt_order`). Cards that came after a reshuffle are not told: what is shuffled again comes from players'
hands, and the place it first came from would show who had thrown it away.
"""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from engine.cards import JOKERS, card_text, parse_cards
from engine.deck import sealed_deck, shuffle
from engine.errors import EngineError
from engine.messages.message import Message, Quoted, Term
from engine.messages.proofs import FaultText, PlaceText, ProofText, VerdictText
from engine.play import dealt_order
from engine.text_limits import whole

if TYPE_CHECKING:
    from engine.betting.events import Event
    from engine.games.hand_start import Start
    from engine.play.any_game import AnyGame, AnyHand

ALGORITHMS = (sealed_deck.ALGORITHM, shuffle.ALGORITHM)
HIDDEN = "??"
BURNED, OUTSIDE = "burned", "not in this deck"
_DEALT = ("down", "up", "board", "unseen")
_GONE = ("draw", "discard")
_USED = (*_GONE, "front", "middle", "back")  # a card goes there once
MOST_EVENTS = 2000
_HEX = re.compile(r"[0-9a-f]{64}")


class BadProof(EngineError):
    """A text that is no proof of a deal; the message says what would be."""

    code = "bad_proof"


@dataclass(frozen=True, slots=True)
class Verdict:
    """What the check of a proof found: what does not match (nothing: it is sound), and how many cards it opened.

    has_order: whether it tells the hand, so that where the cards went could be checked.
    """

    found: tuple[Message, ...]
    opened: int
    hidden: int
    has_order: bool = True

    @property
    def is_ok(self) -> bool:
        """True if everything could be checked, and matches."""
        return not self.found and self.has_order

    @property
    def faults(self) -> tuple[str, ...]:
        """What does not match, in English."""
        return tuple(str(one) for one in self.found)

    def __str__(self) -> str:
        if self.faults:
            return "\n".join(self.faults)
        text = VerdictText.OK if self.has_order else VerdictText.INCOMPLETE
        return str(text(opened=self.opened, hidden=self.hidden))


# -- making -----------------------------------------------------------------------------------------------------------


def proof_of(
    hand: AnyHand,
    start: Start,
    *,
    seed: bytes,
    committed: str,
    words: Mapping[int, str],
    seat: int | None,
    shown: Mapping[int, Sequence[int]] | None = None,
) -> dict[str, Any]:
    """What that seat (None: the rail) may prove of a hand dealt by `engine.deck.sealed_deck`. Ready for JSON; no seed is in it.

    `shown` are the cards, by seat, that were shown of one's own will after the hand: everybody has seen them.
    """
    from engine.play.any_game import deck_of

    places = sealed_deck.positions(committed, words)
    cards = sealed_deck.order(seed, committed, words)
    among = frozenset(deck_of(start))
    dealt = {card: at for at, card in enumerate(cards) if card in among}
    to, seen, is_reshuffled = _followed(hand.events, dealt, seat, shown or {})
    last = max(to, default=-1)
    told = []
    for at, card in enumerate(cards):
        if at > last and card in among:
            continue
        goes = OUTSIDE if card not in among else to.get(at, BURNED)
        if card in among and at not in seen:
            told.append({"place": at, "to": goes, "card": HIDDEN})
            continue
        _card, salt = sealed_deck.opened(seed, places[at])
        told.append({"place": at, "to": goes, "card": card_text(card), "salt": salt.hex()})
    return {
        "algorithm": sealed_deck.ALGORITHM,
        "commitment": committed,
        "sealed": list(sealed_deck.seal(seed)),
        "words": {str(at): word for at, word in sorted(words.items())},
        "game": start.game,
        "jokers": len(among & set(JOKERS)),
        "seat": seat,
        "cards": told,
        "is_reshuffled": is_reshuffled,
        "start": start.as_json(),
        "events": hand.view(seat)["events"],
    }


def _followed(
    events: Sequence[Event], place_of: Mapping[int, int], seat: int | None, shown_after: Mapping[int, Sequence[int]]
) -> tuple[dict[int, str], set[int], bool]:
    """Where the card of each place went, which places the seat has seen into, and whether cards were reshuffled."""
    to: dict[int, str] = {}
    seen: set[int] = set()
    held: dict[int, dict[int, int]] = {}  # by seat: the cards that came to it before any reshuffle, with their places
    in_order = sorted(place_of.values())
    is_reshuffled = False
    for event in events:
        is_reshuffled = is_reshuffled or event.kind == "reshuffle"
        if event.kind in _DEALT and not is_reshuffled:
            if event.kind == "unseen":
                after = max(to, default=-1)
                fresh = [at for at in in_order if at > after][: event.amount]
            else:
                fresh = [place_of[card] for card in event.cards]
                if event.seat is not None:
                    held.setdefault(event.seat, {}).update(zip(event.cards, fresh, strict=True))
            name = f"board {event.amount + 1}" if event.seat is None else f"seat {event.seat}"
            to |= {at: name for at in fresh if at not in to}
            if event.seat is None:
                seen.update(fresh)
        if event.seat is None:
            continue
        own = held.get(event.seat, {})
        shown = event.cards if event.seat == seat else event.public
        seen.update(own[card] for card in shown if card in own)
        if event.kind in _GONE:  # what comes back after a reshuffle is another deal of the same card
            held[event.seat] = {card: at for card, at in own.items() if card not in event.cards}
    for number, cards in shown_after.items():
        own = held.get(number, {})
        seen.update(own[card] for card in cards if card in own)
    return to, seen, is_reshuffled


# -- checking ---------------------------------------------------------------------------------------------------------


def check(proof: object) -> Verdict:
    """Check a proof with nothing but what stands in it. Raises `BadProof`, saying what would be right, for what is none."""
    if not isinstance(proof, dict):
        raise BadProof(ProofText.NO_OBJECT())
    algorithm = proof.get("algorithm")
    if algorithm == sealed_deck.ALGORITHM:
        return _check_sealed(proof)
    if algorithm == shuffle.ALGORITHM:
        return _check_seed(proof)
    raise BadProof(ProofText.ALGORITHM(known=[*ALGORITHMS], value=Quoted(algorithm)), known=list(ALGORITHMS))


def _check_seed(proof: Mapping[str, Any]) -> Verdict:
    """A deal of one seed, opened: the commitment is to the seed, and the seed shuffles the deck into the order."""
    committed, seed = _hex(proof, "commitment"), _bytes(proof, "seed")
    cards, order = _deck(proof), _cards(proof, "order")
    faults: list[Message] = []
    if shuffle.commitment(seed) != committed:
        faults.append(FaultText.SEED(ours=shuffle.commitment(seed), committed=committed))
    real = shuffle.shuffled(cards, seed)
    if real[: len(order)] != order:
        at = next((at for at, pair in enumerate(zip(real, order, strict=False)) if pair[0] != pair[1]), len(real))
        ours = card_text(real[at]) if at < len(real) else FaultText.NO_CARD()
        faults.append(FaultText.ORDER(number=at + 1, card=card_text(order[at]), ours=ours))
    return Verdict(tuple(faults), len(order), 0)


def _check_order(proof: Mapping[str, Any], told: Mapping[int, str], held: Mapping[int, int]) -> list[Message]:
    """What is not as the hand's start and events have it: where each card went, and in which order they were dealt."""
    from engine.play.any_game import deck_of

    start, events = _start(proof), _events(proof)
    viewer = _viewer(proof, start)
    if start.game != proof["game"]:
        return [FaultText.GAME(game=start.game, other=proof["game"])]
    deck = frozenset(deck_of(start))
    if len(deck & set(JOKERS)) != proof.get("jokers", 0):
        return [FaultText.JOKERS(jokers=len(deck & set(JOKERS)), other=proof.get("jokers", 0))]
    # The places in the order in which they are dealt; those that are not told come after them.
    places = [place for place in range(len(sealed_deck.PACK)) if told.get(place) != OUTSIDE][: len(deck)]
    if len(places) < len(deck):
        return [FaultText.PLACES(cards=len(deck), places=len(places))]
    position_of = {place: at for at, place in enumerate(places)}
    known_cards = {position_of[place]: card for card, place in held.items() if place in position_of and card in deck}
    try:
        hand, order = dealt_order.replayed(start, known_cards, events, viewer)
    except dealt_order.NotSo as wrong:
        return [wrong.message]
    place_of = {card: places[at] for at, card in enumerate(order)}
    destinations, _seen, is_reshuffled = _followed(hand.events, place_of, None, {})
    faults: list[Message] = []
    if is_reshuffled != proof.get("is_reshuffled"):
        faults.append(FaultText.RESHUFFLED(is_reshuffled=str(is_reshuffled)))
    last = max(destinations, default=-1)
    for place in places:
        destination = destinations.get(place, BURNED) if place <= last else None
        if told.get(place) != destination:
            told_destination = _where(told[place]) if place in told else PlaceText.NOBODY()
            faults.append(
                FaultText.GOES(place=place, told=told_destination, goes=_where(destination))
                if destination
                else FaultText.NOT_DEALT(place=place, told=told_destination)
            )
    return faults + _unopened(events, told, held)


def _where(goes: str) -> Message | str:
    """Where a card went, as a proof writes it, in words of any language."""
    kind, _space, number = goes.partition(" ")
    if goes in (BURNED, OUTSIDE):
        return PlaceText.BURNED() if goes == BURNED else PlaceText.OUTSIDE()
    if kind == "seat":
        return PlaceText.SEAT(seat=number)
    return PlaceText.BOARD(board=number) if kind == "board" and number else goes


def _unopened(events: Sequence[dealt_order.Told], told: Mapping[int, str], held: Mapping[int, int]) -> list[Message]:
    """Cards that were seen before any reshuffle must be open where they were dealt."""
    faults: list[Message] = []
    used: dict[int, dealt_order.Told] = {}  # by card: the event in which its player threw it away, or set it
    for event in events:
        if event.kind == "reshuffle":
            break
        for card in event.cards:
            goes = told.get(held.get(card, -1), "")
            if goes != f"seat {event.seat}" if event.seat is not None else not goes.startswith("board"):
                faults.append(FaultText.NOT_OPEN(card=card_text(card), event=str(event)))
            if card in used and event.kind in (*_USED, "show", "muck"):
                faults.append(FaultText.TOLD_AGAIN(card=card_text(card), event=str(event), other=used[card].kind))
            elif event.kind in _USED:
                used[card] = event
    return faults


def _check_sealed(proof: Mapping[str, Any]) -> Verdict:
    committed, seals, words = _hex(proof, "commitment"), _seals(proof), _words(proof)
    game, jokers = _game(proof), proof.get("jokers", 0)
    cards = proof.get("cards")
    if not isinstance(cards, list):
        raise BadProof(ProofText.CARDS(example='{"place": 0, "to": "seat 1", "card": "As", "salt": "…"}'))
    faults: list[Message] = []
    if sealed_deck.commitment(seals) != committed:
        faults.append(FaultText.COMMITMENT(ours=sealed_deck.commitment(seals), committed=committed))
    if "seed" in proof and sealed_deck.seal(_bytes(proof, "seed")) != seals:
        faults.append(FaultText.OTHER_SEALS())
    positions = sealed_deck.positions(committed, words)
    told: dict[int, str] = {}
    held: dict[int, int] = {}
    hidden = 0
    for one in cards:
        place, text = _place(one)
        if place in told:
            faults.append(FaultText.TOLD_TWICE(place=place))
        told[place] = str(one.get("to", ""))
        if text == HIDDEN:
            hidden += 1
            continue
        card, salt = _card(text), _bytes(one, "salt")
        if sealed_deck.sealed(positions[place], salt, card) != seals[positions[place]]:
            faults.append(FaultText.NOT_SEALED(place=place, card=text, position=positions[place]))
        if card in held:
            faults.append(FaultText.DEALT_ALREADY(place=place, card=text, other=held[card]))
        held[card] = place
        if card not in JOKERS and (card in game.deck) != (told[place] != OUTSIDE):
            deck_of_game = FaultText.IN_DECK if card in game.deck else FaultText.NOT_IN_DECK
            faults.append(deck_of_game(place=place, card=text, game=Term(game.name)))
    missing = sorted(set(range(max(told, default=-1) + 1)) - set(told))
    in_play = max([place for place, goes in told.items() if goes != OUTSIDE], default=-1)
    faults += [FaultText.PASSED_OVER(place=place) for place in missing if place < in_play]
    outside = [card for card, place in held.items() if told[place] == OUTSIDE]
    if set(sealed_deck.PACK) - set(JOKERS) - set(game.deck) - set(outside):
        faults.append(FaultText.OPEN_OUTSIDE(game=Term(game.name)))
    if jokers != len(JOKERS) - len(set(JOKERS) & set(outside)):
        faults.append(FaultText.JOKERS_OUTSIDE(jokers=jokers, count=len(set(JOKERS) & set(outside))))
    if len(set(seals)) != len(seals):
        faults.append(FaultText.SAME_SEAL())
    has_order = "start" in proof or "events" in proof
    if has_order:
        faults += _check_order(proof, told, held)
    return Verdict(tuple(faults), len(held) - len(outside), hidden, has_order)


# -- reading ----------------------------------------------------------------------------------------------------------


def _hex(proof: Mapping[str, Any], name: str) -> str:
    text = proof.get(name)
    if not isinstance(text, str) or not _HEX.fullmatch(text):
        raise BadProof(ProofText.HEXADECIMAL(name=name), field=name)
    return text


def _bytes(proof: Mapping[str, Any], name: str) -> bytes:
    text = proof.get(name)
    try:
        if not isinstance(text, str) or not text:
            raise ValueError
        return bytes.fromhex(text)
    except ValueError:
        raise BadProof(ProofText.BYTES(name=name), field=name) from None


def _seals(proof: Mapping[str, Any]) -> tuple[str, ...]:
    seals = proof.get("sealed")
    if not isinstance(seals, list) or len(seals) != len(sealed_deck.PACK):
        raise BadProof(ProofText.SEALS(count=len(sealed_deck.PACK)), field="sealed")
    if not all(isinstance(one, str) and _HEX.fullmatch(one) for one in seals):
        raise BadProof(ProofText.SEAL(), field="sealed")
    return tuple(seals)


def _words(proof: Mapping[str, Any]) -> dict[int, str]:
    words = proof.get("words", {})
    if not isinstance(words, dict) or not all(whole(at) is not None and isinstance(words[at], str) for at in words):
        raise BadProof(ProofText.WORDS(example='{"3": "lucky"}'), field="words")
    return {int(seat): sealed_deck.checked_word(word) for seat, word in words.items()}


def _game(proof: Mapping[str, Any]) -> AnyGame:
    from engine.play.any_game import find_game

    if not isinstance(proof.get("game"), str):
        raise BadProof(ProofText.GAME(), field="game")
    return find_game(proof["game"])


def _start(proof: Mapping[str, Any]) -> Start:
    from engine.play.any_game import stored_start

    told = proof.get("start")
    if not isinstance(told, dict):
        raise BadProof(ProofText.START(), field="start")
    return stored_start(told)


def _viewer(proof: Mapping[str, Any], start: Start) -> int | None:
    seat = proof.get("seat")
    if seat is not None and (type(seat) is not int or seat not in start.numbers):
        raise BadProof(ProofText.SEAT(), field="seat")
    return seat


def _events(proof: Mapping[str, Any]) -> list[dealt_order.Told]:
    events = proof.get("events")
    try:
        if not isinstance(events, list) or len(events) > MOST_EVENTS:
            raise ValueError
        return [dealt_order.told_event(event) for event in events]
    except ValueError:
        right = '{"kind": "down", "seat": 1, "amount": 0, "cards": ["As", "??"]}'
        raise BadProof(ProofText.EVENTS(example=right), field="events") from None


def _deck(proof: Mapping[str, Any]) -> tuple[int, ...]:
    if "deck" in proof:
        cards = _cards(proof, "deck")
        if len(set(cards)) != len(cards):
            raise BadProof(ProofText.CARD_TWICE(), field="deck")
        return cards
    return _game(proof).deck


def _cards(proof: Mapping[str, Any], name: str) -> tuple[int, ...]:
    text = proof.get(name)
    if isinstance(text, list) and all(isinstance(one, str) for one in text):
        text = " ".join(text)
    if not isinstance(text, str):
        raise BadProof(ProofText.TEXT_OF_CARDS(name=name), field=name)
    cards = parse_cards(text)
    if any(card not in sealed_deck.PACK for card in cards):
        raise BadProof(ProofText.EVERY_CARD(name=name), field=name)
    return cards


def _card(text: str) -> int:
    cards = parse_cards(text)
    if len(cards) != 1:
        raise BadProof(ProofText.ONE_CARD(text=Quoted(text)), field="card")
    return cards[0]


def _place(one: object) -> tuple[int, str]:
    place = one.get("place") if isinstance(one, dict) else None
    if not isinstance(one, dict) or type(place) is not int or not 0 <= place < len(sealed_deck.PACK):
        raise BadProof(ProofText.PLACE(last=len(sealed_deck.PACK) - 1), field="place")
    text = one.get("card")
    if not isinstance(text, str):
        raise BadProof(ProofText.CARD_AT_PLACE(place=place), field="card")
    return place, text
