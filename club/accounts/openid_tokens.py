"""ID tokens of OpenID Connect: what a provider says of who came, and the checks before a word of it is believed.

OpenID Connect Core 1.0, 3.1.3.7. The signature is checked always, though the token comes from the provider itself.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any

import jwt

BY_KEY = ("RS256", "RS384", "RS512", "PS256", "PS384", "PS512", "ES256", "ES384", "ES512", "EdDSA")
BY_SECRET = "HS256"  # with the client's secret (Core, 10.1); LINE signs so for the web
SKEW = 60  # seconds by which the clocks of provider and club may differ
BEYOND = 1e12  # seconds of the epoch that no time reaches
LONGEST_LIFE = 24 * 3600  # seconds between a token's issue and its end, at most
NEEDED = ["iss", "sub", "aud", "exp", "iat", "nonce"]
LONGEST_SUBJECT = 255  # characters (Core, 2)


class BadToken(Exception):
    """A token that is not believed; its text says why, and holds nothing of the token."""


@dataclass(frozen=True, kw_only=True)
class Expected:
    """What a token must say: who issued it, for which client, and the nonce of the visit; how it may be signed."""

    issuer: str
    client: str
    nonce: str
    secret: str = ""  # with which it may be signed; empty: with a key of the provider alone


def claims(token: str, expected: Expected, keys: Mapping[str, Any], *, now: float) -> dict[str, Any]:
    """What a token says, if it is all that is expected, `now` in seconds of the epoch. `keys`: a JSON Web Key Set (RFC 7517).

    Raises `BadToken`: a signature that is none of the provider's, another issuer, client or nonce, too old or not yet issued.
    """
    try:
        algorithm, key = _key(token, expected, keys)
        told: dict[str, Any] = jwt.decode(
            token,
            key,
            algorithms=[algorithm],
            audience=expected.client,
            issuer=expected.issuer,
            options={"require": NEEDED, "verify_exp": False, "verify_iat": False, "verify_nbf": False},
        )
    except (jwt.PyJWTError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as wrong:
        raise BadToken(type(wrong).__name__) from None
    _check_times(told, now)
    if not expected.nonce or told["nonce"] != expected.nonce:
        raise BadToken("the nonce is another visit's")
    if told.get("azp", expected.client) != expected.client or (_has_others(told) and "azp" not in told):
        raise BadToken("it is for another client")
    if not isinstance(told["sub"], str) or not 0 < len(told["sub"]) <= LONGEST_SUBJECT or not _is_whole(told["sub"]):
        raise BadToken("it names nobody")
    return told


def _is_whole(text: str) -> bool:
    """Whether no sign of it is half of one (a surrogate), as JSON can name them."""
    return not any("\ud800" <= sign <= "\udfff" for sign in text)


def _has_others(told: Mapping[str, Any]) -> bool:
    return isinstance(told["aud"], list) and len(told["aud"]) > 1


def _key(token: str, expected: Expected, keys: Mapping[str, Any]) -> tuple[str, Any]:
    """By which algorithm the token says it is signed, and the key for that, of its kind."""
    header = jwt.get_unverified_header(token)
    algorithm = header.get("alg")
    if algorithm == BY_SECRET and expected.secret:
        return BY_SECRET, expected.secret
    if algorithm not in BY_KEY:
        raise BadToken("it is signed by no algorithm that counts")
    fitting = [one for one in keys["keys"] if one.get("use", "sig") == "sig" and one.get("kty") != "oct"]
    if "kid" in header:
        fitting = [one for one in fitting if one.get("kid") == header["kid"]]
    if len(fitting) != 1:
        raise BadToken("it names no key of the provider")
    return algorithm, jwt.PyJWK.from_dict(fitting[0], algorithm=algorithm).key


def _check_times(told: Mapping[str, Any], now: float) -> None:
    ends, issued, begins = told["exp"], told["iat"], told.get("nbf", 0)
    if not all(_is_time(one) for one in (ends, issued, begins)):
        raise BadToken("its times are no times")
    if ends <= now - SKEW:
        raise BadToken("it has run out")
    if issued > now + SKEW or ends - issued > LONGEST_LIFE:
        raise BadToken("it was not issued yet, or holds too long")
    if begins > now + SKEW:
        raise BadToken("it does not hold yet")


def _is_time(told: object) -> bool:
    """Whether it is a number of seconds (RFC 7519, 2); Python reads NaN and Infinity in JSON as well, and NaN is never over."""
    return isinstance(told, int | float) and not isinstance(told, bool) and -BEYOND < told < BEYOND
