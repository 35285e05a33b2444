"""Which providers of identities open logins, as the settings name them: each a value that `club.accounts` reads."""

from __future__ import annotations

from typing import Any

from club.project.environment import Environment
from club.project.values.openid_values import OWN

(_, _, GOOGLE), (_, _, LINE) = OWN


def configured(env: Environment) -> list[dict[str, Any]]:
    """The providers that have an id and a secret, in the order in which pages offer them."""
    # Who somebody is at LINE is kept only where the club writes to members there (`club.notifications.personal.line_notices`).
    by_line = {"keeps_subject_as": "line_id"} if env.line_messaging_token else {}
    found = [
        _provider("google", "Google", env.google_client_id, env.google_client_secret, {"issuer": GOOGLE}),
        # LINE signs for the web with the channel's secret, takes it in the body, and tells an address to few channels.
        _provider(
            "line",
            "LINE",
            env.line_client_id,
            env.line_client_secret,
            {
                "issuer": LINE,
                "signs_by_secret": True,
                "secret_in_body": True,
                "scope": ["openid", "profile"],
                **by_line,
            },
        ),
        *(
            _provider(one.key, one.name, one.client_id, one.client_secret, {"issuer": one.issuer})
            for one in env.openid_providers
        ),
    ]
    return [one for one in found if one["client_id"]]


def _provider(key: str, name: str, client: str, secret: str, settings: dict[str, Any]) -> dict[str, Any]:
    return {"provider_id": key, "name": name, "client_id": client, "secret": secret, "settings": settings}
