"""The secrets decks are shuffled from, and what may be drawn from them besides the deck."""

from __future__ import annotations

import hashlib
import hmac
import random
import secrets

SEED_BYTES = 32


def fresh() -> bytes:
    """A seed nobody can guess: 32 bytes of the system's randomness."""
    return secrets.token_bytes(SEED_BYTES)


def randomness_for(seed: bytes, purpose: str) -> random.Random:
    """A generator that depends on the seed and the purpose alone, and tells nothing of the deck.

    A computer player's choices come from here, so that a hand of computer players is the same whenever and by whichever
    worker it is played.
    """
    drawn = hmac.new(seed, f"cardhouse:{purpose}".encode(), hashlib.sha256).digest()
    return random.Random(int.from_bytes(drawn, "big"))
