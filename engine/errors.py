"""What the engine refuses, and why. Each error says it by a message: an id and parameters, in words of any language."""

from __future__ import annotations

from typing import Any

from engine.messages.message import Message


class EngineError(ValueError):
    """Something the rules do not allow. `code` names the kind; `message` says it, str() in English.

    `params` tell programs more: which field, what would be right.
    """

    code = "engine_error"

    def __init__(self, message: Message, /, **params: Any) -> None:
        super().__init__(message)
        self.message = message
        self.params = params

    def __str__(self) -> str:
        return str(self.message)


class BadCards(EngineError):
    """Text that is no card, or a card that cannot be there."""

    code = "bad_cards"


class UnknownCard(EngineError):
    """A `??` where the rules need to know the card."""

    code = "unknown_card"


class NotOfTheEngine(EngineError, TypeError):
    """A hand or a question that is none of the engine's: a fault of the program that sends it."""

    code = "not_of_the_engine"


class BadWord(EngineError):
    """A word that cannot be added to a deal; the message says what can."""

    code = "bad_word"


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


class BadAward(IllegalDecision):
    """Pots given to seats that cannot win them, or not all of them given."""

    code = "bad_award"


class WrongCards(IllegalDecision):
    """Cards that the player does not hold, or too many of them."""

    code = "wrong_cards"
