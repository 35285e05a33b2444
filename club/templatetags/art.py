"""Cards and chips as pictures: our own SVG, whose parts stand once in the page (``club/_art.html``)."""

from __future__ import annotations

from django import template
from django.utils.html import format_html, format_html_join
from django.utils.safestring import SafeString, mark_safe
from django.utils.translation import gettext_lazy

from club.base.phrases import gettext as _

register = template.Library()

RANKS = {
    "A": gettext_lazy("Ace"),
    "K": gettext_lazy("King"),
    "Q": gettext_lazy("Queen"),
    "J": gettext_lazy("Jack"),
    "T": "10",
    **{str(n): str(n) for n in range(2, 10)},
}
SUITS = {
    "s": gettext_lazy("spades"),
    "h": gettext_lazy("hearts"),
    "d": gettext_lazy("diamonds"),
    "c": gettext_lazy("clubs"),
}
SUIT_SIGNS = {"s": "♠", "h": "♥", "d": "♦", "c": "♣"}
CHIPS = (100_000, 25_000, 5_000, 1_000, 500, 100, 25, 5, 1)  # the colours a stack is drawn in, largest first
MOST_CHIPS = 5  # drawn in one stack; a taller one says no more than the number beside it


def card_name(card: str) -> str:
    """A card in words: ``As`` is "Ace of spades". An unknown card is "face-down card"."""
    if card == "??":
        return _("face-down card")
    if card.startswith("X"):
        return _("Joker")
    return _("%(rank)s of %(suit)s") % {"rank": RANKS[card[0]], "suit": SUITS[card[1]]}


@register.filter
def suit_sign(card: str) -> str:
    """The sign of a card's suit: ``As`` gives ``♠``; nothing for a joker or a card face down."""
    return SUIT_SIGNS.get(card[1:], "")


@register.filter(name="card_name")
def card_name_filter(card: str) -> str:
    return card_name(card)


@register.simple_tag
def card(text: str, key: str = "", marks: str = "") -> SafeString:
    """The picture of one card given as text (``As``, ``X1``, ``??``); `key` names its place, for what moves it.

    marks: classes beside the card's own, such as ``is-lit``; of ``is-wild`` its name tells too.
    """
    if text == "??":
        drawing = mark_safe('<use href="#card-back"/>')
        kind = "back"
    elif text.startswith("X"):
        drawing = mark_safe(
            '<rect class="face" x=".75" y=".75" width="62.5" height="88.5" rx="7"/>'
            '<use class="suit" href="#joker" x="14" y="27" width="36" height="36"/>'
        )
        kind = "joker"
    else:
        rank, suit = text[0], text[1]
        court = (
            format_html('<use class="court" href="#court-{}" x="31" y="31" width="27" height="18.6"/>', rank)
            if rank in "KQJ"
            else ""
        )
        drawing = format_html(
            '<rect class="face" x=".75" y=".75" width="62.5" height="88.5" rx="7"/>'
            '<use class="rank" href="#rank-{rank}" x="4" y="6" width="31" height="35"/>'
            '<use class="suit" href="#suit-{suit}" x="8.5" y="45" width="17" height="17"/>{court}'
            '<use class="suit" href="#suit-{suit}" x="27" y="50" width="34" height="34"/>',
            rank=rank,
            suit=suit,
            court=court,
        )
        kind = suit
    return format_html(
        '<svg class="card card-{}{}" viewBox="0 0 64 90" role="img" aria-label="{}"{}>{}</svg>',
        kind,
        f" {marks}" if marks else "",
        _("%(card)s, wild") % {"card": card_name(text)} if "is-wild" in marks.split() else card_name(text),
        format_html(' data-key="{}"', key) if key else "",
        drawing,
    )


@register.simple_tag
def chips(amount: int) -> SafeString:
    """A small stack of chips for an amount; the number itself is written beside it."""
    colours: list[int] = []
    left = amount
    for value in CHIPS:
        while left >= value and len(colours) < MOST_CHIPS:
            colours.append(value)
            left -= value
    height = 26 + 6 * max(0, len(colours) - 1)
    discs = format_html_join(
        "",
        '<use class="chip-{}" href="#chip" y="{}" width="40" height="26"/>',
        ((value, height - 26 - 6 * level) for level, value in enumerate(colours)),
    )
    return format_html('<svg class="chips" viewBox="0 0 40 {}" aria-hidden="true">{}</svg>', height, discs)
