"""What the engine refuses, and why. Each error has a message id and parameters, so that pages can say it in any language."""

from __future__ import annotations

from typing import Any


class EngineError(ValueError):
    """Something the rules do not allow. `code` is a message id, `params` what fills it, str() the English."""

    code = "engine_error"

    def __init__(self, message: str, /, **params: Any) -> None:
        super().__init__(message)
        self.params = params


class BadCards(EngineError):
    """Text that is no card, or a card that cannot be there."""

    code = "bad_cards"


class UnknownCard(EngineError):
    """A `??` where the rules need to know the card."""

    code = "unknown_card"


class UnknownGame(EngineError):
    """No game of that name in the catalogue."""

    code = "unknown_game"


class AmbiguousGame(UnknownGame):
    """A name that may be several games, or a game at several limits; `params["known"]` has them."""

    code = "ambiguous_game"


class BadStart(EngineError):
    """A hand that cannot begin: impossible stakes, seats or positions."""

    code = "bad_start"


class UnbalancedResult(EngineError):
    """A hand's result that makes or loses chips: a fault of the engine, found before the result is handed out."""

    code = "unbalanced_result"


class IllegalDecision(EngineError):
    """A decision that may not be taken; the hand is unchanged. `params["offers"]` says what may."""

    code = "illegal_decision"


class BadDecisionText(IllegalDecision):
    """Words that name no decision."""

    code = "bad_decision_text"


class ClosedAsk(IllegalDecision):
    """An answer to a question that is not open."""

    code = "closed_ask"


class NotOffered(IllegalDecision):
    """An action that this question does not offer."""

    code = "not_offered"


class RaiseTooSmall(IllegalDecision):
    """A bet or raise below the least allowed."""

    code = "raise_too_small"


class RaiseTooLarge(IllegalDecision):
    """A bet or raise above the most allowed."""

    code = "raise_too_large"


class WrongCards(IllegalDecision):
    """Cards that the player does not hold, or too many of them."""

    code = "wrong_cards"
