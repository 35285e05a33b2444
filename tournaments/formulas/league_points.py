"""League points: formulas as expressions, those of the registry and a club's own. Values in, values out.

A formula is an expression over `VARIABLES` with + - * / // % ** (or ^), comparisons, `and`, `or`, `not`, `x if y else z` and the
functions of `FUNCTIONS`. It is read by `simpleeval`, cut down to just that: no text, no attributes, no indexing, no
assignment. Every number is a double, so no power can grow large, and a formula is short; its cost is bounded by its
length. A new formula is one entry of `FORMULAS`.
"""

from __future__ import annotations

import ast
import math
import operator
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from simpleeval import SimpleEval

from club.base.errors import ClubError
from engine.messages.message import Message, Quoted, _
from tournaments.messages.payouts import PointsText

LONGEST = 500  # characters
DEEPEST = 40  # operations inside one another
LARGEST = 1e15  # points

# The names a formula may use; the short ones are those of published formulas.
VARIABLES: Mapping[str, str] = {
    "players": _("entries of the tournament"),
    "place": _("the place finished in; the mean of tied places"),
    "buy_in": _("what one entry costs"),
    "spent": _("what the player paid, re-entries, rebuys and add-ons counted"),
    "prize": _("what the player won"),
    "pool": _("all prizes together"),
    "paid": _("how many places were paid"),
    "hits": _("knock-outs by the player"),
    "rebuys": _("rebuys and re-entries of the player"),
    "addons": _("add-ons of the player"),
    "hours": _("hours at cash tables on the evening"),
    "result": _("what the player won at cash tables on the evening, below 0 if lost"),
}
# Those of cash play alone.
OF_CASH = frozenset({"hours", "result"})
SHORT: Mapping[str, str] = {"n": "players", "k": "place", "r": "place", "f": "place", "b": "buy_in", "e": "spent"}


def _log(value: float, base: float = math.e) -> float:
    return math.log(value, base)


def _round(value: float, digits: float = 0.0) -> float:
    return float(round(value, max(-15, min(15, int(digits)))))


FUNCTIONS: Mapping[str, Callable[..., float]] = {
    "sqrt": math.sqrt,
    "exp": math.exp,
    "log": _log,
    "ln": math.log,
    "log10": math.log10,
    "log2": math.log2,
    "abs": abs,
    "min": min,
    "max": max,
    "floor": lambda value: float(math.floor(value)),
    "ceil": lambda value: float(math.ceil(value)),
    "round": _round,
}
# How many values a function takes, where it is not one.
TAKES: Mapping[str, tuple[int, int]] = {"log": (1, 2), "round": (1, 2), "min": (2, LONGEST), "max": (2, LONGEST)}
_OPERATORS: Mapping[type[ast.AST], Callable[..., Any]] = {
    ast.Add: operator.add,
    ast.Sub: operator.sub,
    ast.Mult: operator.mul,
    ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv,
    ast.Mod: operator.mod,
    ast.Pow: operator.pow,
    ast.USub: operator.neg,
    ast.UAdd: operator.pos,
    ast.Not: operator.not_,
    ast.Eq: operator.eq,
    ast.NotEq: operator.ne,
    ast.Lt: operator.lt,
    ast.LtE: operator.le,
    ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}
_MAY = (
    ast.Name, ast.UnaryOp, ast.BinOp, ast.BoolOp, ast.Compare, ast.IfExp, ast.Call, ast.Constant,
)  # fmt: skip
_READ = (*_MAY, ast.Load, ast.And, ast.Or, *_OPERATORS)


class BadFormula(ClubError):
    """An expression that is no formula of points, or has no value here; the message says what would be right."""

    def __init__(self, message: Message, **params: Any) -> None:
        super().__init__("bad_formula", message, 422, **params)


class BadRank(ClubError, ValueError):
    """A place in a season's table that there is not."""

    def __init__(self, message: Message) -> None:
        super().__init__("bad_rank", message, 422)


class Formula:
    """An expression that was read and found to be a formula; `points` is its value. Raises `BadFormula`."""

    def __init__(self, text: str, names: Sequence[str] = (*VARIABLES, *SHORT)) -> None:
        self.text = text
        self._tree = _read(text, names)

    @property
    def is_of_cash(self) -> bool:
        """True if it says something of cash play: hours, or a result."""
        return any(isinstance(node, ast.Name) and node.id in OF_CASH for node in ast.walk(self._tree))

    def points(self, **values: float) -> float:
        """The points for those variables; short names may stand for the long. Variables not told are 0.

        Raises `BadFormula` where the expression has no value: a division by 0, the root of a negative number, something
        too large, or no number at all.
        """
        names = dict.fromkeys((*VARIABLES, *SHORT), 0.0)
        names |= {name: float(value) for name, value in values.items()}
        for short, long in SHORT.items():
            if short in values:
                names[long] = float(values[short])
        for short, long in SHORT.items():
            names[short] = float(values[short]) if short in values else names[long]
        try:
            found = _arithmetic(names).eval(self.text, previously_parsed=self._tree)
        except ZeroDivisionError:
            raise BadFormula(PointsText.DIVISION_BY_ZERO(formula=self.text), **values) from None
        except OverflowError:
            raise BadFormula(PointsText.TOO_LARGE(formula=self.text), **values) from None
        except (ValueError, TypeError):
            raise BadFormula(PointsText.NO_VALUE(formula=self.text), **values) from None
        if isinstance(found, complex) or not abs(found) <= LARGEST:
            raise BadFormula(PointsText.NO_POINTS(formula=self.text, most=f"{LARGEST:g}"), **values)
        return float(found)

    def __str__(self) -> str:
        return self.text


def _arithmetic(names: Mapping[str, float]) -> SimpleEval:
    evaluator = SimpleEval(dict(_OPERATORS), dict(FUNCTIONS), dict(names))
    evaluator.nodes = {kind: work for kind, work in evaluator.nodes.items() if kind in _MAY}
    evaluator.nodes[ast.Constant] = lambda node: float(node.value)
    return evaluator


def _read(text: str, names: Sequence[str]) -> ast.AST:
    """The expression as a tree of nothing but arithmetic. Raises `BadFormula`."""
    if not isinstance(text, str) or not text.strip():
        raise BadFormula(PointsText.NO_EXPRESSION())
    if len(text) > LONGEST:
        raise BadFormula(PointsText.TOO_LONG(most=LONGEST, count=len(text)))
    try:
        tree = ast.parse(text.strip().replace("^", "**"), mode="eval").body  # as formulas are written on paper
    except SyntaxError as wrong:
        raise BadFormula(PointsText.UNREADABLE_AT(at=max(1, wrong.offset or 1))) from None
    except (ValueError, RecursionError, MemoryError):
        raise BadFormula(PointsText.UNREADABLE()) from None
    _check(tree, names, DEEPEST)
    return tree


def _check(node: ast.AST, names: Sequence[str], depth: int) -> None:
    if not depth:
        raise BadFormula(PointsText.TOO_DEEP(most=DEEPEST))
    if not isinstance(node, _READ):
        raise BadFormula(PointsText.ARITHMETIC_ALONE(part=type(node).__name__.lower()))
    if isinstance(node, ast.Constant) and type(node.value) not in (int, float):
        raise BadFormula(PointsText.NUMBERS_ALONE(value=Quoted(node.value)))
    if isinstance(node, ast.Call):
        if not isinstance(node.func, ast.Name) or node.func.id not in FUNCTIONS:
            raise BadFormula(PointsText.NO_FUNCTION(known=[*FUNCTIONS]))
        least, most = TAKES.get(node.func.id, (1, 1))
        if node.keywords or not least <= len(node.args) <= most:
            example = ", ".join(("players", "place")[:least])
            raise BadFormula(PointsText.OTHER_NUMBER(name=node.func.id, example=example))
        children: Sequence[ast.AST] = node.args
    else:
        if isinstance(node, ast.Name) and node.id not in names:
            raise BadFormula(PointsText.UNKNOWN(key=node.id, known=[*names]), name=node.id)
        children = list(ast.iter_child_nodes(node))
    for child in children:
        _check(child, names, depth - 1)


# Keys to (expression, source).
FORMULAS: dict[str, tuple[str, str]] = {
    "pokerstars": ("10 * sqrt(n) / sqrt(k) * (1 + log10(b + 0.25))", "PokerStars league formula"),
    "dr_neau": ("sqrt(n * b ** 2 / e) / (f + 1)", "Dr Neau Tournament Manager docs"),
    "td_default": ("ln((n + 1) / r)", "The Tournament Director docs; the natural logarithm"),
    "td_log10": ("log10((n + 1) / r)", "The Tournament Director docs; the decimal logarithm"),
    "sqrt": ("10 * sqrt(n) / sqrt(r) * 4.162 + hits", "home league page"),
    "pokerorg": ("n ** ((n - k + 1) / n)", "poker.org: M^(N−P+1) where M^N = N"),
    "participation": ("1", "house: one point an evening"),
    "prize_won": ("prize", "house"),
    "places_beaten": ("n - k", "house"),
    "hours_played": ("hours", "house: cash play, one point an hour"),
    "cash_result": ("result", "house: cash play, one point a chip won"),
    "hours_and_result": ("hours + result / 1000", "house: cash play, a point an hour and a point for 1,000 chips won"),
}


def formula(key: str) -> Formula:
    """A formula of the registry. Raises `BadFormula` for a key that is none, naming those there are."""
    if key not in FORMULAS:
        raise BadFormula(PointsText.UNKNOWN(key=key, known=[*FORMULAS]))
    return Formula(FORMULAS[key][0])


def by_table(rows: Sequence[tuple[int, int, Sequence[float]]]) -> Callable[[int, int], float]:
    """Points by a fixed table: (entries from, to, points by place). No row, or a place beyond the row: 0."""

    def points(players: int, place: int) -> float:
        for low, high, listed in rows:
            if low <= players <= high:
                return float(listed[place - 1]) if 1 <= place <= len(listed) else 0.0
        return 0.0

    return points


@dataclass(frozen=True, slots=True)
class Overall:
    """How an evening's points become a season's: `key` of `OVERALL`, and how many of the best count (None: all)."""

    key: str = "sum"
    best: int | None = None

    def of(self, scores: Sequence[float]) -> float:
        """The season's points; the worst beyond `best` are dropped. Raises `BadFormula` for an unknown key."""
        if self.key not in OVERALL:
            raise BadFormula(PointsText.UNKNOWN(key=self.key, known=[*OVERALL]))
        counted = sorted(scores, reverse=True)[: self.best]
        return OVERALL[self.key](counted) if counted else 0.0


OVERALL: dict[str, Callable[[Sequence[float]], float]] = {
    "sum": math.fsum,
    "mean": lambda scores: math.fsum(scores) / len(scores),
    "td_overall": lambda scores: (1 - math.exp(-math.fsum(scores) / len(scores))) * 100,
}


def championship_stack(base: int, rank: int, ranked: int, step: int = 500) -> int:
    """The stack a season's rank begins the championship with: `base` for the last, `step` chips more for each place above.

    Raises `BadRank` for a rank that is none of 1 to `ranked`.
    """
    if not 1 <= rank <= ranked:
        raise BadRank(PointsText.RANK(ranked=ranked, rank=rank))
    return base + step * (ranked - rank)
