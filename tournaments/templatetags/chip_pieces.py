"""Chips and their pieces, as pages show them."""

from __future__ import annotations

from collections.abc import Mapping

from django import template

from tournaments.structures.chip_plan import ChipPlan

register = template.Library()


@register.filter
def chip_rows(plan: ChipPlan) -> list[tuple[int, int, int, int]]:
    """Of each chip: its value, the pieces of one stack, of all, and how many the set lacks."""
    return [(chip, count, plan.together[chip], plan.missing.get(chip, 0)) for chip, count in plan.stack.items()]


@register.filter
def written(pieces: Mapping[int, int]) -> str:
    """Chips with their pieces: ``100 × 75``."""
    return ", ".join(f"{value:,} × {count:,}" for value, count in sorted(pieces.items()))
