"""Links to the numbered rules of play."""

from __future__ import annotations

from django import template

from club.house import rulebook

register = template.Library()

register.filter("rule_links", rulebook.linked)
