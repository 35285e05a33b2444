"""One hand of PokerStars text as its lines tell it, before anything is played."""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime, time
from typing import Any, NamedTuple

from engine.games.betting_games import GAMES, Game
from engine.messages.message import Quoted
from engine.messages.records import StarsText
from engine.notation import pokerstars_words as words
from engine.notation import tournament_words
from engine.notation.phh import BrokenRecord
from engine.notation.phh_to_hand import Unsupported
from engine.notation.pokerstars import lines

MOST_PLAYERS = 23
_BY_WORDS = {name: key for key, name in words.GAMES.items()}
_LIMITS = {"No Limit": "no", "Pot Limit": "pot", "Limit": "fixed"}  # the last is the end of the others
_WITH_LIMITS = {f"{game} {limit}": "" for game in _BY_WORDS for limit in _LIMITS}
_STAKES = re.compile(rf"{lines.CHIPS}/{lines.CHIPS}(?: ([A-Z]{{3}}))?")
_WHEN = re.compile(r"([0-9]{4})/([0-9]{1,2})/([0-9]{1,2}) ([0-9]{1,2}):([0-9]{2}):([0-9]{2}) ([A-Z]{2,4})\b")
_ZONES = {"ET": "America/New_York", "UTC": "UTC", "GMT": "UTC", "CET": "Europe/Paris", "WET": "Europe/Lisbon",
          "EET": "Europe/Helsinki", "JST": "Asia/Tokyo", "BRT": "America/Sao_Paulo", "MSK": "Europe/Moscow"}  # fmt: skip
_BUTTON = re.compile(r" Seat #([0-9]{1,2}) is the button$")
_HANDS = (words.BOARD[0], words.STUD[0], words.DRAWS[0])  # headings over the first cards
_PLACES = (" (button)", " (small blind)", " (big blind)")

Row = tuple[int, str]  # a line and its number in the file


class Step(NamedTuple):
    """Something that a line tells, in order: its number in the file, the kind, whose it is (0: nobody's), what it holds."""

    line: int
    kind: str
    seat: int = 0
    amounts: tuple[str, ...] = ()
    cards: str = ""
    is_all_in: bool = False
    board: int = 0  # of several boards, or runs, which one, from 1; 0 for the one board, or all


@dataclass(slots=True)
class Told:
    """A hand as it is told. Amounts are as they are written; `digits` after the point are enough for all of them."""

    name: str
    game: Game
    limit: str
    stakes: tuple[str, str]
    fields: dict[str, Any]
    button: int = 0
    names: dict[int, str] = field(default_factory=dict)  # by seat
    stacks: dict[int, str] = field(default_factory=dict)
    out: set[int] = field(default_factory=set)
    steps: list[Step] = field(default_factory=list)
    boards: dict[int, str] = field(default_factory=dict)  # as the summary has them, numbered as in a step
    runs: int = 0  # how often the board was run, by the summary; 0 where it does not say so
    total: str = ""
    parts: tuple[str, ...] = ()  # the main pot and the side pots, by the summary
    rakes: tuple[str, ...] = ()
    places: dict[str, int] = field(default_factory=dict)  # who has the button and the blinds, by the summary
    won: dict[int, tuple[str, ...]] = field(default_factory=dict)  # by the summary, on each board
    folded: set[int] = field(default_factory=set)
    mucked: dict[int, str] = field(default_factory=dict)
    showed: dict[int, str] = field(default_factory=dict)  # by the summary
    cashed_out: set[int] = field(default_factory=set)  # whom the room paid, and kept what they won
    listed: set[int] = field(default_factory=set)
    seats: dict[str, int] = field(default_factory=dict)  # by name, the longer names first

    def amounts(self) -> list[str]:
        """Every amount that the hand tells."""
        told = [*self.stakes, *self.stacks.values(), *self.rakes, *self.parts]
        told += [one for step in self.steps for one in step.amounts if step.kind not in ("discard", "street")]
        told += [one for won in self.won.values() for one in won]
        return [*told, *([self.total] if self.total else [])]

    def count_boards(self) -> int:
        """How many boards there are, or runs of one."""
        return max([self.runs, 1, *self.boards, *(step.board for step in self.steps)])

    def is_run(self) -> bool:
        """True if the board was run several times: the summary says so, or cards of it lie on one for all."""
        shared = [step for step in self.steps if step.kind == "street" and step.cards and not step.board]
        return self.runs > 0 or (self.count_boards() > 1 and bool(shared))

    def digits(self) -> int:
        """How many digits after the point its amounts need."""
        return lines.digits_of(self.amounts())


def told_hand(rows: Sequence[Row]) -> Told:
    """The hand of those lines, each with its number in the file. Raises `BrokenRecord` and `Unsupported`."""
    for number, row in rows:
        if len(row) > lines.MOST_LINE:
            name = rows[0][1][:40]
            raise BrokenRecord(StarsText.LONG_LINE(hand=Quoted(name), line=number, most=lines.MOST_LINE), line=number)
    told = _head(rows[0][1])
    at = _sit(told, rows)
    is_summary = False
    for number, row in rows[at:]:
        if row == "*** SUMMARY ***" and not is_summary:
            is_summary = True
        elif is_summary:
            _summary(told, row, number)
        else:
            _step(told, row, number)
    _leave_out(told)
    _pay_cashed_out(told)
    _order_runs(told)
    _check_currency(told)
    return told


def _head(row: str) -> Told:
    begin = lines.BEGIN.match(row)
    assert begin is not None  # the file is cut before such lines
    name, rest = begin[1], re.sub(r"^\{[^}]*+\} *+", "", begin[2])
    said, bracket, after = rest.partition(" (")
    inside, closed, when = after.partition(")")
    tournament: dict[str, Any] = {}
    if said.startswith("Tournament "):
        told = tournament_words.head_of(said, _WITH_LIMITS)
        if told is None:
            raise Unsupported(StarsText.TOURNAMENT(hand=name, line=Quoted(row[:120])), variant="tournament")
        said, tournament = told
    elif "," in inside:  # a mix, of which the brackets name the game
        said, _comma, inside = inside.partition(", ")
    stakes = _STAKES.fullmatch(inside)
    limit = next((word for word in _LIMITS if said.endswith(f" {word}")), None)
    if not bracket or not closed or stakes is None or limit is None:
        raise BrokenRecord(StarsText.HEAD(hand=name, line=Quoted(row[:120])), hand=name)
    key = _BY_WORDS.get(said.removesuffix(f" {limit}"))
    if key is None or _LIMITS[limit] not in GAMES[key].limits:
        raise Unsupported(StarsText.WHICH_GAME(hand=name, game=Quoted(said[:60])), variant=said[:60])
    fields = _currency(stakes) | _time(when) | tournament
    return Told(name, GAMES[key], _LIMITS[limit], (stakes[1], stakes[2]), fields)


def _currency(stakes: re.Match[str]) -> dict[str, Any]:
    """The currency by its code, or else by its sign; nothing for chips."""
    sign = stakes[1][0] if stakes[1][0] in lines.CURRENCIES else ""
    code = stakes[3] or lines.CURRENCIES.get(sign)
    return ({"currency": code} if code else {}) | ({"currency_symbol": sign} if sign else {})


def _check_currency(told: Told) -> None:
    """Raise `BrokenRecord` for a hand that is told in two currencies, or half of it in none; 0 is the same in all."""
    signs = {one[0] if one[0] in lines.CURRENCIES else "" for one in told.amounts() if one.strip("0.")}
    if len(signs) > 1:
        raise BrokenRecord(StarsText.CURRENCIES(hand=told.name), hand=told.name)


def _time(text: str) -> dict[str, Any]:
    """When it was played; nothing where the text does not say it in a zone that is known."""
    for found in reversed(list(_WHEN.finditer(text[:200]))):
        zone = _ZONES.get(found[7])
        try:
            year, month, day, hour, minute, second = map(int, found.groups()[:6])
            at = datetime(year, month, day, hour, minute, second, tzinfo=UTC)  # of whatever zone
        except ValueError:
            continue
        if zone and at.year > 1970:
            clock = time(at.hour, at.minute, at.second)
            return {"year": at.year, "month": at.month, "day": at.day, "time": clock, "time_zone": zone}
    return {}


def _sit(told: Told, rows: Sequence[Row]) -> int:
    """Read the table and the seats; the number of lines they take."""
    table = rows[1][1] if len(rows) > 1 else ""
    if not table.startswith("Table '"):
        raise BrokenRecord(StarsText.NO_TABLE(hand=told.name), hand=told.name)
    button = _BUTTON.search(table)
    if button is None and told.game.has_blinds:
        raise BrokenRecord(StarsText.NO_TABLE(hand=told.name), hand=told.name)
    told.button = int(button[1]) if button else 0
    told.fields["table"] = table[7:].rpartition("'")[0][:80]
    at = 2
    while at < len(rows) and (seat := lines.seat_of(rows[at][1])):
        number, name, chips, is_out = seat
        if number in told.names or name in told.names.values() or len(told.names) == MOST_PLAYERS or not number:
            raise _players(told)
        told.names[number], told.stacks[number] = name, chips
        told.out |= {number} if is_out else set()
        at += 1
    told.seats = {name: number for number, name in sorted(told.names.items(), key=lambda one: -len(one[1]))}
    if at < len(rows) and rows[at][1].startswith("Seat "):
        raise not_understood(told, *rows[at])
    return at


def _players(told: Told) -> BrokenRecord:
    return BrokenRecord(StarsText.PLAYERS(hand=told.name, most=MOST_PLAYERS), hand=told.name)


def not_understood(told: Told, line: int, text: str) -> BrokenRecord:
    """That a line says what the notation has no such word for."""
    return BrokenRecord(
        StarsText.NOT_UNDERSTOOD(hand=told.name, line=line, text=Quoted(text[:120])), hand=told.name, line=line
    )


def _step(told: Told, row: str, number: int) -> None:
    """Take one line before the summary; chat, and what is said of connections and of seats, tells nothing."""
    if row.startswith("*** "):
        _heading(told, row, number)
    elif one := lines.said(row, told.seats):
        told.steps.append(Step(number, one.kind, told.seats[one.name], one.amounts, one.cards, one.is_all_in))
    elif taken := lines.collected(row, told.seats):
        told.steps.append(Step(number, "collected", told.seats[taken[0]], (taken[1],)))
    elif back := lines.uncalled(row, told.seats):
        told.steps.append(Step(number, "uncalled", told.seats[back[0]], (back[1],)))
    elif given := lines.dealt(row, told.seats):
        told.steps.append(Step(number, "dealt", told.seats[given[0]], (), given[1]))
    elif lines.is_untold(row, told.seats):
        raise not_understood(told, number, row)


def _heading(told: Told, row: str, number: int) -> None:
    found = lines.HEADING.fullmatch(row)
    if found is None:
        raise not_understood(told, number, row)
    word = found[1]
    board = 0
    nth, _space, rest = word.partition(" ")
    if told.game.has_board and nth in words.NTH:
        board, word = words.NTH.index(nth) + 1, rest
    headings = words.streets_of(told.game)
    if word in _HANDS:
        if found[2]:  # cards of the board lie there before the first bet in no game that is read so
            raise not_understood(told, number, row)
        told.steps.append(Step(number, "hands"))
        return
    if word == "SHOW DOWN":
        told.steps.append(Step(number, "showdown", board=board))
    elif word in headings[1:] or (word in headings and not board):
        groups = tuple(one[1].replace(" ", "") for one in lines.GROUP.finditer(found[2]))
        told.steps.append(Step(number, "street", headings.index(word), groups, "".join(groups[-1:]), board=board))
    else:
        raise not_understood(told, number, row)


def _summary(told: Told, row: str, number: int) -> None:
    """Take one line of the summary. Raises `BrokenRecord` for any that belongs to none: another hand may begin with it."""
    board = lines.BOARD.fullmatch(row)
    at = words.NTH.index(board[1]) + 1 if board and board[1] else 0
    if (found := lines.TOTAL.fullmatch(row)) and not told.total:
        told.total, told.rakes = found[1], tuple(one for one in found.groups()[2:] if one)
        told.parts = tuple(one[1] for one in lines.PART.finditer(found[2]))
    elif (found := lines.RUN.fullmatch(row)) and not told.runs:
        told.runs = next(times for times, word in words.TIMES.items() if word == found[1])
    elif board and at not in told.boards:
        told.boards[at] = board[2].replace(" ", "")
    elif not _is_fate(told, row) and not lines.is_chat(row):
        raise not_understood(told, number, row)


def _is_fate(told: Told, row: str) -> bool:
    """Take what the summary says of a seat; False for a line that says it of none."""
    number, _colon, rest = row.removeprefix("Seat ").partition(": ")
    seat = int(number) if number.isdecimal() and len(number) < 3 else 0
    if not row.startswith("Seat ") or seat not in told.names or not rest.startswith(told.names[seat]):
        return False
    return _fate(told, seat, rest[len(told.names[seat]) :])


def _fate(told: Told, seat: int, rest: str) -> bool:
    """Take what the summary says of a seat: its place, and what became of it. False for other words."""
    while place := next((one for one in _PLACES if rest.startswith(one)), None):
        told.places.setdefault(place[2:-1], seat)
        rest = rest[len(place) :]
    fate = lines.FATE.match(rest)
    if fate is None:
        return False
    told.listed.add(seat)
    told.cashed_out |= {seat} if rest.endswith(lines.CASHED_OUT) else set()
    told.folded |= {seat} if fate["folded"] else set()
    told.won[seat] = tuple(found[1] for found in lines.WON.finditer(rest))
    if fate["showed"]:
        told.showed[seat] = fate["showed"].replace(" ", "")
    if fate["mucked"]:
        told.mucked[seat] = fate["mucked"].replace(" ", "")
    return True


def _order_runs(told: Told) -> None:
    """Put the headings of several runs, which are told one run after another, in the order of the streets.

    Raises `BrokenRecord` for boards that are not numbered in a row, and for bets between runs.
    """
    numbers = {step.board for step in told.steps if step.kind == "street"} | set(told.boards)
    count = told.count_boards()
    if count == 1 and 1 not in numbers:
        return
    at = [place for place, step in enumerate(told.steps) if step.kind == "street" and step.board]
    if not told.is_run():
        if 0 in numbers or numbers != set(range(1, count + 1)):
            raise BrokenRecord(StarsText.BOARDS(hand=told.name), hand=told.name)
        return
    between = [step for step in told.steps[at[0] : at[-1]] if step.kind != "street"] if at else []
    runs = [told.steps[place] for place in at]
    if between or {step.board for step in runs} != set(range(1, count + 1)) or told.runs not in (0, count):
        raise BrokenRecord(StarsText.BOARDS(hand=told.name), hand=told.name)
    told.steps[at[0] : at[-1] + 1] = sorted(runs, key=lambda step: (step.seat, step.board))


def _pay_cashed_out(told: Told) -> None:
    """What the room kept of those it had paid before, taken by them: no line of the play says who won it."""
    taken = {step.seat for step in told.steps if step.kind == "collected"}
    last = told.steps[-1].line if told.steps else 1
    for seat in sorted(told.cashed_out - taken):
        told.steps += [Step(last, "collected", seat, (won,)) for won in told.won[seat]]


def _leave_out(told: Told) -> None:
    """Take away the seats that were not dealt in: who sits out, and of whom neither play nor summary says anything."""
    spoke = {step.seat for step in told.steps if step.kind not in ("out", "street")}
    sat_out = {step.seat for step in told.steps if step.kind == "out"}
    silent = {seat for seat in told.names if told.listed and seat not in told.listed}
    for seat in (told.out | sat_out | silent) - spoke:
        del told.names[seat], told.stacks[seat]
    told.steps = [step for step in told.steps if step.kind != "out"]
    if len(told.names) < 2:
        raise _players(told)
    for seat in set(told.names) - told.listed if told.listed else ():
        raise BrokenRecord(StarsText.NO_FATE(hand=told.name, player=Quoted(told.names[seat])), hand=told.name)
