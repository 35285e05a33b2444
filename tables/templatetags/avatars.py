"""What stands for a player at a seat, for pages: a picture or initials in a colour of their own."""

from __future__ import annotations

from typing import Any

from django import template

from club.people.people import player_of
from tables.player_choices import avatars

register = template.Library()
HUES = 8  # Okabe and Ito's colours, which the colour-blind tell apart; the letters say it too
WIDE = 0x2E80  # from here on scripts whose one letter is a syllable or a word


def initials(name: str) -> str:
    """The first letters of the first two words; of a name in kana, kanji or the like the first letter.

    >>> initials("anna"), initials("Big Ben"), initials("千香"), initials("")
    ('A', 'BB', '千', '?')
    """
    words = [word for word in name.replace("_", " ").replace("-", " ").split() if word]
    if not words:
        return "?"
    if ord(words[0][0]) >= WIDE:
        return words[0][0]
    return "".join(word[0] for word in words[:2]).upper()


@register.inclusion_tag("tables/_avatar.html")
def avatar(player: int | str, name: str, digests: dict[int, str] | None) -> dict[str, Any]:
    """The avatar of a seat; `digests` as `avatars.of_players` has them. A replay knows no player (empty text): initials show."""
    number = player if isinstance(player, int) else 0
    return {
        "player": number,
        "digest": (digests or {}).get(number, ""),
        "initials": initials(name),
        "hue": number % HUES,
    }


@register.simple_tag(takes_context=True)
def own_avatar(context: dict[str, Any]) -> dict[str, Any] | None:
    """The avatar of who looks at the page; None for a login that is no player's."""
    player = player_of(context["request"].user)
    return None if player is None else avatar(player.pk, player.nickname, avatars.of_players([player.pk]))


@register.simple_tag
def avatar_of(player: int) -> str:
    """The digest of a player's picture; empty where initials are shown."""
    return avatars.of_players([player]).get(player, "")
