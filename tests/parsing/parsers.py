"""Every parser of what people send, in one table: what it reads, how much of that may reach it, and how it refuses.

A parser is called with a text (bytes where a file's bytes reach it) as long as its door lets through. It reads it, or raises
one of its refusals; anything else is a fault, and so is memory beyond `MEMORY`.
"""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, cast

from rest_framework.exceptions import ParseError, ValidationError

from club.base import pictures
from club.base.errors import ClubError
from club.base.pictures import drawing
from club.house import house_rules
from club.http import safe_http, text_validation
from club.membership import roster
from club.notifications import discord_webhook
from engine import text_limits
from engine.cards import parse_cards, parse_ranks_and_cards
from engine.chinese.rows.rows import parse_board
from engine.chinese.rows.royalties import parse_table
from engine.chinese.scoring.case_files import outcomes as chinese_outcomes
from engine.deck.shuffle import Deck
from engine.errors import EngineError
from engine.games.decisions import Decision
from engine.games.row_layout import parse_layout
from engine.mixes.mixes import parse_legs
from engine.notation.ohh import read_ohh
from engine.notation.phh import read
from engine.notation.pokerstars.text import read_pokerstars
from engine.play import deal_proof
from engine.play.any_game import begin, deck_of, stored_start
from engine.rulings.case_files import rule_on
from tables.dealing import phh_import
from tables.players import study_files
from tournaments.acts.act_fields import SheetItems
from tournaments.cases import BadCases
from tournaments.cases import outcomes as floor_outcomes
from tournaments.formulas.league_points import Formula
from tournaments.gallery import signed_files
from tournaments.structures.pasted import pasted_sheet, plain_lines
from tournaments.structures.sheet_drafts import Draft
from tournaments.structures.sheet_gaps import missing
from tournaments.structures.sheet_import import read_text

MEMORY = 64_000_000  # bytes beyond what the process held before
CPU_SECONDS = 60.0  # of a whole batch of hostile documents: some hundreds, which take one to twenty, as the machine is


@dataclass(frozen=True)
class Parser:
    """One parser: what kind of text it reads, the most characters or bytes its door lets through, its refusals."""

    reads: str
    most: int
    parse: Callable[[Any], object]
    refuses: tuple[type[Exception], ...]


def _api(data: bytes) -> object:
    return text_validation.PlainJSONParser().parse(io.BytesIO(data), "application/json", {"encoding": "utf-8"})


def _draft(text: str) -> object:
    return Draft.posted({"rest": text, "rows": "1", "type-1": "level", "rest-1": text}).sheet()


def _sheets(text: str) -> object:
    return [list(missing(sheet)) for sheet in read_text(text, "a file")]


def _pasted(text: str) -> object:
    """A pasted structure as far as its page takes it: the lines in words, and the rows of the editor."""
    pasted = pasted_sheet.read(text)
    return [str(line.words) for line in pasted.lines], Draft.of(pasted.sheet()).sheet()


def _value(text: str) -> Any:
    """The value of a text of JSON; what is none is no fault of the parser behind it."""
    try:
        return text_limits.read_json(text)
    except ValueError as wrong:
        raise text_limits.BeyondBounds(str(wrong)) from None


def _begun(text: str) -> object:
    """A hand that is begun as a stored start tells, and what its end would hand on."""
    start = stored_start(_value(text))
    return begin(start, Deck.of(deck_of(start), b"any"))


class _Answer:
    """An answer of a receiver, as far as its patience is read."""

    def __init__(self, header: str) -> None:
        self.headers = {"Retry-After": header}


_CARDS, _ENGINE, _CLUB = 400, (EngineError,), (ClubError,)
_ALL = (EngineError, ClubError)
PARSERS: dict[str, Parser] = {
    "body of the API": Parser("json", text_limits.JSON.size, _api, (ParseError,)),
    "JSON of a page": Parser("json", text_limits.JSON.size, text_validation.read_json, (ValueError,)),
    "file of house rules": Parser(
        "json", 1_000_000, lambda text: house_rules.values_of(text_validation.read_json(text)), (ValueError, ClubError)
    ),
    "sheet being edited": Parser("json", 2_500_000, _draft, _CLUB),
    "file of sheets": Parser("json", 2_500_000, _sheets, _CLUB),
    "levels replanned": Parser(
        "json", 2_500_000, lambda text: SheetItems().to_internal_value(text), (ValidationError,)
    ),
    "shared set": Parser("json", signed_files.MOST_BYTES, signed_files.read, _CLUB),
    "content of a shared set": Parser(
        "json", signed_files.MOST_BYTES, lambda text: signed_files.checked(_value(text)), _ALL
    ),
    "structure as text": Parser("levels", plain_lines.MOST_CHARACTERS, _pasted, _CLUB),
    "case for the floor": Parser("json", text_limits.CASE.size, rule_on, _ENGINE),
    "cases of the floor": Parser("json", 2_500_000, floor_outcomes, (BadCases,)),
    "cases of Chinese hands": Parser("json", 2_500_000, lambda text: list(chinese_outcomes(text)), _ENGINE),
    "proof of a deal": Parser("json", 2_500_000, lambda text: deal_proof.check(_value(text)), _ENGINE),
    "start of a hand": Parser("json", 2_500_000, _begun, _ENGINE),
    "hands as Open Hand History": Parser("json", text_limits.HANDS.size, read_ohh, _ENGINE),
    "hands as PokerStars text": Parser("stars", text_limits.HANDS.size, read_pokerstars, _ENGINE),
    "PokerStars hands for study": Parser("stars", study_files.MOST_BYTES, study_files.records_of, _CLUB),
    "hands": Parser("phh", text_limits.HANDS.size, read, _ENGINE),
    "hands for study": Parser("phh", study_files.MOST_BYTES, study_files.records_of, _CLUB),
    "hands recorded": Parser("phh", text_limits.HANDS.size, phh_import.stories_of, _CLUB),
    "file of members": Parser("csv", roster.LARGEST_FILE, roster.rows_of, _CLUB),
    "photograph": Parser("photo", pictures.LARGEST_FILE, drawing.photo, (drawing.NoPicture, drawing.TooManyPixels)),
    "logo": Parser("photo", pictures.LARGEST_FILE, drawing.logo, (drawing.NoPicture, drawing.TooManyPixels)),
    "cards": Parser("words", 10_000, parse_cards, _ENGINE),
    "ranks and cards": Parser("words", 10_000, parse_ranks_and_cards, _ENGINE),
    "board": Parser("words", 10_000, parse_board, _ENGINE),
    "setting": Parser("words", 10_000, lambda text: parse_layout("set", text), _ENGINE),
    "placing": Parser("words", 10_000, lambda text: parse_layout("place", text), _ENGINE),
    "decision": Parser("words", 10_000, Decision.parse, _ENGINE),
    "mix": Parser("words", 10_000, parse_legs, _ENGINE),
    "royalties": Parser("words", 10_000, lambda text: parse_table("back", text), _ENGINE),
    "formula of points": Parser("words", 10_000, lambda text: Formula(text).points(players=9, place=2), _CLUB),
    "what was said": Parser(
        "words",
        2_000,
        lambda text: rule_on(json.dumps({"situation": {"stack": 1000}, "motions": [{"said": text}]})),
        _ENGINE,
    ),
    "answer of Discord": Parser("json", 65_000, lambda text: discord_webhook.verdict(safe_http.Answer(429, text)), ()),
    "patience of a receiver": Parser("words", 65_000, lambda text: safe_http.patience_of(cast(Any, _Answer(text))), ()),
}
# What reads without a list of its own, and why that is all right.
OWN_WORDS = {
    "club/notifications/webhooks.py": "messages of our own",
    "club/notifications/web_push.py": "messages of our own",
    "club/membership/kept_notices.py": "messages of our own",
    "club/ledger/ledger.py": "the detail of our own database function",
    "club/live/streams.py": "nudges from our own broker",
    "club/project/servers.py": "the state file of our own servers",
    "club/project/processes.py": "answers of our own fork server",
    "club/project/running/fork_server.py": "what `up` asks it for",
    "engine/computers/seat_sight.py": "house rules just written down",
    "tables/hand/fair_deals.py": "rows of our own",
    "tables/pages/hands.py": "a proof just made",
    "tables/dealing/phh_import.py": "starts just made",
    "tables/management/commands/faults.py": "the soak's own log",
    "tournaments/formulas/payout_tables.py": "data that comes with the package",
}
