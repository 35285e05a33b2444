"""Charts as SVG, drawn on the server in the page's own colours. Each stands beside a table that says the same."""

from __future__ import annotations

from collections.abc import Sequence
from xml.etree import ElementTree

import pygal
from django.contrib.humanize.templatetags.humanize import intcomma
from django.utils.safestring import SafeString, mark_safe
from pygal.style import Style

MOST_POINTS = 300
_STYLE = Style(
    background="transparent",
    plot_background="transparent",
    foreground="currentColor",
    foreground_strong="currentColor",
    foreground_subtle="currentColor",
    colors=("var(--felt-light)",) * 3,
    font_family="inherit",
    label_font_size=14,
    major_label_font_size=14,
    stroke_width=2.5,
    guide_stroke_color="var(--line)",
    major_guide_stroke_color="var(--line)",
)


def line(values: Sequence[int], *, width: int = 520, height: int = 240) -> SafeString:
    """A running total as a line, from 0 at the left; of many values some are left out, never the last."""
    points = [0, *values]
    if len(points) > MOST_POINTS:
        step = (len(points) - 1) / (MOST_POINTS - 1)
        points = [points[round(at * step)] for at in range(MOST_POINTS)]
    chart = pygal.Line(
        style=_STYLE,
        width=width,
        height=height,
        js=[],
        show_legend=False,
        show_dots=False,
        show_x_labels=False,
        zero=0,
        max_scale=7,
        margin=8,
        disable_xml_declaration=True,
        value_formatter=lambda value: str(intcomma(round(value))),
    )
    chart.add("", points)
    return _drawn(chart)


def band(rows: Sequence[tuple[str, Sequence[int]]], *, width: int = 620, height: int = 280) -> SafeString:
    """Several lines over the same labels (numbers, such as those of levels): each row is a label and its values."""
    chart = pygal.Line(
        style=_STYLE,
        width=width,
        height=height,
        js=[],
        show_legend=False,
        show_dots=False,
        zero=0,
        max_scale=7,
        margin=8,
        x_labels_major_count=12,
        show_minor_x_labels=False,
        disable_xml_declaration=True,
        value_formatter=lambda value: str(intcomma(round(value))),
    )
    chart.x_labels = [label for label, _values in rows]
    for at in range(len(rows[0][1])):
        chart.add("", [values[at] for _label, values in rows])
    return _drawn(chart)


def _drawn(chart: pygal.Line) -> SafeString:
    drawn = chart.render_tree()
    # No scripts, remarks and boxes that a script would fill: there is nothing to do but look. Its colours are in charts.css.
    for parent in list(drawn.iter()):
        for child in list(parent):
            if not isinstance(child.tag, str) or child.tag.endswith(("script", "style")) or "style" in child.attrib:
                parent.remove(child)
    drawn.set("aria-hidden", "true")
    # Every text in it is a number.
    return mark_safe(ElementTree.tostring(drawn, encoding="unicode"))
