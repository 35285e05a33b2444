"""The settings that a club's operator makes: read from the environment, typed, and checked before anything starts.

Each setting is one field below: its name in capitals is the variable, its default what holds where the variable is
missing or empty. `read` reports every value that cannot be, all at once, with what would be right.
"""

from __future__ import annotations

import dataclasses
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from typing import Any, TypeVar
from urllib.parse import quote, urlsplit

import environ
from django.core.exceptions import ImproperlyConfigured

from club.project.values import openid_values
from club.project.values.openid_values import OpenIDProvider
from club.project.values.parsers import (
    ROLES,
    ByRole,
    Network,
    by_role,
    flag,
    hosts,
    line_account,
    line_token,
    names,
    networks,
    number,
    one_of,
    origin,
    origins,
    push_key,
    roles,
    text_line,
    time_zone,
    url_of,
    web_address,
)

T = TypeVar("T")
HOSTS: tuple[str, ...] = ("localhost", "127.0.0.1", "[::1]", "testserver")
NO_ORIGINS: tuple[str, ...] = ()
YEAR = 525_600  # minutes
IDLE: ByRole = (("player", 20_160), ("staff", 720), ("admin", 240), ("owner", 240))
LONGEST: ByRole = (("player", 2_160), ("staff", 24))
NO_PROVIDERS: tuple[str, ...] = ()
NO_NETWORKS: tuple[Network, ...] = ()


class BadSettings(ImproperlyConfigured):
    """Settings that cannot be. Its text has one line for each, with what would be right."""


def setting(parse: Callable[[str], T], default: T, meaning: str) -> Any:
    """Declare a setting: how its text is read (ValueError says what would be right), its default, its meaning."""
    return dataclasses.field(default=default, metadata={"parse": parse, "meaning": meaning})


def with_password(url: str, password: str) -> str:
    """The address with that password, its signs quoted.

    >>> with_password("postgresql://club@db:5432/club", "a/b@c#d?")
    'postgresql://club:a%2Fb%40c%23d%3F@db:5432/club'
    """
    address = urlsplit(url)
    user, place = (address.username or "", address.netloc.rpartition("@")[2])
    return address._replace(netloc=f"{user}:{quote(password, safe='')}@{place}").geturl()


POSTGRES = url_of("postgresql://cardhouse:secret@db:5432/cardhouse", "postgresql", "postgres")
REDIS = url_of("redis://redis:6379/0", "redis", "rediss", "unix")
MAIL = url_of("smtp+tls://user:password@mail.example.org:587", *environ.Env.EMAIL_SCHEMES)
# Values that hold a secret: a fault in one names the variable alone.
UNSAID = (
    "METRICS_TOKEN",
    "DATABASE_PASSWORD",
    "DATABASE_OWNER_PASSWORD",
    "SECRET_KEY",
    "SECRET_KEY_FALLBACKS",
    "DATABASE_URL",
    "DATABASE_OWNER_URL",
    "DATABASE_DIRECT_URL",
    "REDIS_URL",
    "EMAIL_URL",
    "GOOGLE_CLIENT_SECRET",
    "LINE_CLIENT_SECRET",
    "LINE_MESSAGING_TOKEN",
)
# Which password is whose.
PASSWORDS = {
    "database_url": "database_password",
    "database_direct_url": "database_password",
    "database_owner_url": "database_owner_password",
}
# What is set together, or not at all.
TOGETHER = (
    ("google_client_id", "google_client_secret"),
    ("line_client_id", "line_client_secret"),
)
# What is of use only with another.
NEEDS = {"line_messaging_token": "line_client_id", "line_account": "line_messaging_token"}
NOBODY: tuple[str, ...] = ()
LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL")


@dataclass(frozen=True, kw_only=True)
class Environment:
    """What the operator set, each with its default."""

    secret_key: str = setting(text_line, "", "Signs logins. Empty: one is made and kept in `var/`.")
    secret_key_fallbacks: tuple[str, ...] = setting(
        names,
        NOBODY,
        "Former keys, with commas between them: logins they signed stay good, and second factors they sealed are sealed anew "
        "within an hour; then they may go.",
    )
    hashed_static: bool = setting(
        flag, False, "Static files by names with a digest, as `collectstatic` wrote them; the image sets it."
    )
    debug: bool = setting(flag, False, "Pages show faults to everybody: for development only.")
    database_url: str = setting(
        POSTGRES,
        # The unreachable default serves tools that only import settings (mypy, makemessages).
        "postgresql://cardhouse@127.0.0.1:1/cardhouse",
        "PostgreSQL. Set it together with `REDIS_URL`, or neither: then commands start servers of their own in `var/`.",
    )
    database_owner_url: str = setting(
        POSTGRES,
        "",
        "PostgreSQL as its tables' owner, for `migrate` and `restore`; `DATABASE_URL` is then of that name with `_app`.",
    )
    database_password: str = setting(
        text_line, "", "The password of `DATABASE_URL` as it is, whatever signs are in it; for a URL that names none."
    )
    database_owner_password: str = setting(text_line, "", "The same, of `DATABASE_OWNER_URL`.")
    database_pooled: bool = setting(
        flag,
        False,
        "Between this process and PostgreSQL stands PgBouncer in transaction mode (`docs/deployment/pgbouncer.ini`).",
    )
    database_direct_url: str = setting(
        POSTGRES, "", "PostgreSQL itself, past that pooler, as the program's role: for `backup` and `restore`."
    )
    redis_url: str = setting(REDIS, "redis://127.0.0.1:1/0", "Redis or Valkey: broker, cache, nudges.")
    cardhouse_var: str = setting(text_line, "", "The folder of embedded servers and kept secrets. Empty: `var/`.")
    allowed_hosts: tuple[str, ...] = setting(hosts, HOSTS, "Host names under which the pages are asked for.")
    csrf_trusted_origins: tuple[str, ...] = setting(
        origins, NO_ORIGINS, "Origins from which forms may be sent, behind a proxy with TLS."
    )
    web_origin: str = setting(origin, "http://127.0.0.1:8000", "Where browsers reach the pages.")
    other_web_origins: tuple[str, ...] = setting(
        origins,
        NO_ORIGINS,
        "Further origins of the pages, each with the streams at its own host; `up --lan` sets them.",
    )
    local_authority: str = setting(
        text_line, "", "The certificate that phones take in to trust this club; `up --https` sets it."
    )
    streams_url: str = setting(web_address, "http://127.0.0.1:8001", "Where browsers reach the event streams.")
    https: bool = setting(flag, False, "The pages are reached over TLS: cookies are sent over it alone.")
    hsts_seconds: int = setting(
        number(0, 63_072_000), 0, "For how long browsers are told to use TLS only. 0: not told."
    )
    hsts_whole_domain: bool = setting(
        flag, False, "HSTS also for every host below this one, and for the browsers' own lists."
    )
    trusted_proxies: tuple[Network, ...] = setting(
        networks,
        NO_NETWORKS,
        "Reverse proxies before the pages, by address or network: what they say of a visitor's address is believed, nobody else.",
    )
    factor_roles: tuple[str, ...] = setting(
        roles,
        ROLES,
        "Whose role asks for a second factor at the login: none, or some of the roles of the staff. `up --demo` asks nobody.",
    )
    session_idle_minutes: tuple[tuple[str, int], ...] = setting(
        by_role(YEAR), IDLE, "So long after its last use a session ends, by role; of several roles the strictest holds."
    )
    session_hours: tuple[tuple[str, int], ...] = setting(
        by_role(YEAR // 60), LONGEST, "So long after it began a session ends, however it is used."
    )
    reauthentication_minutes: int = setting(
        number(1, 60), 10, "For so long a password or a code given counts before roles, logins and large payouts."
    )
    webhooks_may_be_local: bool = setting(
        flag, False, "Webhooks may go to the club's own network, and so may whoever makes them."
    )
    vapid_key: str = setting(
        push_key,
        "",
        "By which push services know this club (a private key of P-256, base64url). Empty: one is kept in `var/`.",
    )
    email_url: str = setting(MAIL, "consolemail://", "The mail server. As it is, mails are printed, not sent.")
    email_from: str = setting(text_line, "cardhouse@localhost", "The sender of mails.")
    email_verification: str = setting(
        one_of("none", "optional", "mandatory"), "optional", "Whether an address is checked before it counts."
    )
    google_client_id: str = setting(
        text_line,
        "",
        "Members come in by Google: the id of the club there ([signing_in.md](signing_in.md)). Empty: they do not.",
    )
    google_client_secret: str = setting(text_line, "", "The secret that goes with it.")
    line_client_id: str = setting(
        text_line, "", "Members come in by LINE: the id of the club's channel of LINE Login. Empty: they do not."
    )
    line_client_secret: str = setting(text_line, "", "The secret of that channel.")
    line_messaging_token: str = setting(
        line_token,
        "",
        "Members may choose notices by LINE: the channel access token of the club's channel of the Messaging API, under the same "
        "provider at LINE as its LINE Login.",
    )
    line_account: str = setting(
        line_account,
        "",
        "The id of that account, as in `@123abcde`: the page of one's settings leads there to add it as a friend.",
    )
    openid_providers: tuple[OpenIDProvider, ...] = setting(
        openid_values.keys,
        NO_PROVIDERS,
        "Members come in by providers of OpenID Connect of your own: a short name for each, as in `staff,city`; "
        "`OPENID_STAFF_NAME` and so on say the rest. Empty: they do not.",
    )
    time_zone: str = setting(time_zone, "Asia/Tokyo", "Until the club's house rule names another.")
    heads_file: str = setting(
        text_line,
        "",
        "To which file the heads of the sealed records are written each hour; the audit compares with it. On a disk of another "
        "machine it shows what whoever owns the database rewrote.",
    )
    heads_mail: str = setting(text_line, "", "To whom these heads are mailed, once a day.")
    metrics_token: str = setting(text_line, "", "Whoever brings it may read `/metrics`. Empty: nobody may.")
    log_format: str = setting(
        one_of("line", "json"),
        "line",
        "How logs are written: a line for people, or JSON for programs that collect them.",
    )
    log_level: str = setting(one_of(*LEVELS), "INFO", "What is logged.")
    cardhouse_testing: bool = setting(flag, False, "Set by the tests.")
    cardhouse_asgi: bool = setting(flag, False, "Set by the process of the event streams.")
    cardhouse_serves: bool = setting(
        flag,
        False,
        "Set by processes that serve: web, streams and workers, whose locks and statements have limits of time.",
    )


def read(variables: Mapping[str, str]) -> Environment:
    """The settings of these variables; BadSettings names all that cannot be, with what would be right."""
    values: dict[str, Any] = {}
    faults = []
    for field in dataclasses.fields(Environment):
        name = field.name.upper()
        text = variables.get(name, "").strip()
        if not text:
            continue
        try:
            values[field.name] = field.metadata["parse"](text)
        except ValueError as wrong:
            shown = "" if name in UNSAID else f" is {text[:80]!r}, but"
            faults.append(f"{name}{shown} must be {wrong}.")
    faults += [*_providers(values, variables), *_contradictions(values)]
    for url, password in PASSWORDS.items():
        if values.get(password) and values.get(url):
            values[url] = with_password(values[url], values[password])
    if faults:
        raise BadSettings("\n".join(faults))
    return Environment(**values)


def _providers(values: dict[str, Any], variables: Mapping[str, str]) -> list[str]:
    """Put the listed providers of OpenID Connect in the place of their short names; what cannot be of them, in words."""
    if variables.get(openid_values.LIST, "").strip() and "openid_providers" not in values:
        return []  # the list itself cannot be, and says so
    found, faults = openid_values.read_providers(values.get("openid_providers", ()), variables)
    values["openid_providers"] = found
    return faults


def _contradictions(values: Mapping[str, Any]) -> Iterator[str]:
    """What cannot be together, in words."""
    for group in TOGETHER:
        missing = [name.upper() for name in group if not values.get(name)]
        if 0 < len(missing) < len(group):
            yield from (f"{one} must be set as well." for one in missing)
    for name, needed in NEEDS.items():
        if values.get(name) and not values.get(needed):
            yield f"{needed.upper()} must be set as well."
    if values.get("https"):
        for name in ("web_origin", "streams_url"):
            if values.get(name, "https:").startswith("http:"):
                yield f"{name.upper()} must begin with https:// where HTTPS is true."


def document() -> str:
    """The page docs/settings.md: every setting with its default and meaning."""
    lines = [
        "# Settings",
        "",
        "What an operator may set, in the environment (`.env` for docker compose). A value that cannot be is refused at the",
        "start, all of them at once, with what would be right. `uv run python -m club.project.environment` writes this page.",
        "",
        "| variable | default | meaning |",
        "|---|---|---|",
    ]
    for field in dataclasses.fields(Environment):
        default = field.default
        if isinstance(default, tuple):
            shown = ",".join("=".join(map(str, one)) if isinstance(one, tuple) else str(one) for one in default)
        else:
            shown = str(default).lower() if isinstance(default, bool) else str(default)
        lines.append(f"| `{field.name.upper()}` | {f'`{shown}`' if shown else ''} | {field.metadata['meaning']} |")
        if field.name == "openid_providers":
            parts = openid_values.PARTS.items()
            lines += [f"| `{openid_values.variable('…', name)}` |  | {part.meaning} |" for name, part in parts]
    return "\n".join([*lines, ""])


if __name__ == "__main__":
    from pathlib import Path

    (Path(__file__).parents[2] / "docs" / "settings.md").write_text(document(), encoding="utf-8")
