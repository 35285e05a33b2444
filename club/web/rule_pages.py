"""The house rules in the browser: read by everybody, set by those who may."""

from __future__ import annotations

import unicodedata
from collections.abc import Mapping
from typing import Any

from django.contrib import messages
from django.http import Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.urls import path, reverse
from django.utils import timezone
from django.utils.translation import pgettext
from django.views.decorators.http import require_GET, require_http_methods, require_POST

from club.base.errors import ClubError
from club.base.phrases import gettext as _
from club.base.registry import SCOPES
from club.house import house_rules, rulebook
from club.house.audit_log import source_of
from club.house.house_rules import CLUB, Standing
from club.house.rights import has_right, page_needs
from club.http.text_validation import read_json
from club.text.messages import in_words, on_page
from engine.house_rules import PRESETS, Rule

RIGHT = "house_rules.set"
LARGEST_FILE = 1_000_000  # bytes of an imported file
EMPTY = "—"  # typed for a text that is empty, since a field left empty gives the rule back


# -- in words ---------------------------------------------------------------------------------------------------------


def value_in_words(value: Any) -> str:
    """A rule's value for people."""
    if isinstance(value, bool):
        return _("yes") if value else _("no")
    if value == "":
        return EMPTY
    return pgettext("choice", value) if isinstance(value, str) else f"{value:,}"


def scope_in_words(scope: str) -> str:
    """Where a value was set."""
    if scope in ("", CLUB):
        return _("the club") if scope else _("the default")
    kind = SCOPES.get(scope.partition(":")[0])
    words = dict(kind.options()).get(scope) if kind is not None else None
    return words or scope


def _groups(
    scope: str, typed: Mapping[str, str] | None = None, refused: Mapping[str, ClubError] | None = None
) -> list[dict[str, Any]]:
    """The groups of rules of a scope, those first in each that are not as they usually are; `refused` tells why, by full name.

    Raises `ClubError` for a scope that there is not.
    """
    shown = []
    for number, group in enumerate(house_rules.standing(scope), 1):
        fields = [_field(one, typed or {}, refused or {}) for one in group.standings]
        unusual = [one for one in fields if one["is_unusual"]]
        usual = [one for one in fields if not one["is_unusual"]]
        shown.append({"number": number, "name": _(group.name), "unusual": unusual, "usual": usual})
    return shown


def _field(one: Standing, typed: Mapping[str, str], refused: Mapping[str, ClubError]) -> dict[str, Any]:
    """What the page shows of a rule, and how it is asked for; what was `typed` stands in its field until it is saved."""
    rule = one.rule
    field_context: dict[str, Any] = {
        "name": one.full,
        "id": _id(one.full),
        "title": _(rule.title),
        "help": _(rule.help),
        "sources": [
            (pgettext("source", part), rulebook.source_address(part)) for part in rule.source.split("; ") if part
        ],
        "settles": _(rule.settles) if rule.settles else "",
        "value": value_in_words(one.value),
        "default": value_in_words(rule.default),
        "is_changed": one.value != rule.default,
        "is_unusual": one.value != rule.default or one.own is not None or one.full in refused,
        "refused": on_page(refused[one.full]) if one.full in refused else "",
        "where": scope_in_words(one.scope),
        "is_own": one.own is not None,
        "is_set": one.scope != "",
        "inherited": value_in_words(one.wider),
        "presets": [(value_in_words(name), value_in_words(value)) for name, value in rule.presets.items()],
    }
    choices = [True, False] if rule.type is bool else rule.choices
    if isinstance(choices, range):
        field_context |= {"least": choices[0], "most": choices[-1], "own": "" if one.own is None else one.own}
    elif choices is None:
        field_context |= {"own": EMPTY if one.own == "" else one.own or "", "is_text": True}
    else:
        chosen = typed.get(one.full, "" if one.own is None else _written(one.own))
        field_context["choices"] = [
            (_written(choice), value_in_words(choice), _written(choice) == chosen) for choice in choices
        ]
    if one.full in typed:
        field_context["own"] = typed[one.full]
    return field_context


def _id(full: str) -> str:
    """Of a rule's field in the page."""
    return full.replace(".", "-")


def _written(value: Any) -> str:
    return {True: "yes", False: "no"}[value] if isinstance(value, bool) else str(value)


def _read(rule: Rule, text: str) -> Any:
    """The value that was typed or chosen; None for a field left empty. Full-width digits are understood."""
    said = unicodedata.normalize("NFKC", text).strip()
    if not said:
        return None
    if rule.type is bool:
        return {"yes": True, "no": False}.get(said, said)
    if rule.type is int:
        digits = said.replace(",", "")
        return int(digits) if digits.lstrip("-").isdecimal() and len(digits) < 20 else said
    return "" if said in (EMPTY, "-") else said


# -- pages ------------------------------------------------------------------------------------------------------------


@require_GET
def rulebook_page(request: HttpRequest, family: str = rulebook.FAMILIES[0]) -> HttpResponse:
    """The page of a family of numbered rules, in English as they are written."""
    found = rulebook.families().get(family)
    if found is None:
        raise Http404
    context = {"family": found, "families": rulebook.families().values()}
    return render(request, "club/rulebook.html", context)


@require_GET
def numbered(request: HttpRequest, rule: str) -> HttpResponse:
    """Where the rule of that number stands, such as ``S0.14``."""
    family = rulebook.family_of().get(rule.upper())
    if family is None:
        raise Http404
    return redirect(f"{reverse('rulebook', args=[family])}#{rule.upper()}")


@require_GET
def printed(request: HttpRequest) -> HttpResponse:
    """The house's rules for its players, to read or to print: the club's, or those of a `scope` with where each was set."""
    scope = request.GET.get("scope", CLUB)
    try:
        house_rules.check_found(scope, request.user)
        groups = _groups(scope)
    except ClubError:
        raise Http404 from None
    context = {
        "scope": scope,
        "scope_words": scope_in_words(scope),
        "is_narrow": scope != CLUB,
        "groups": groups,
        "unusual": sum(len(group["unusual"]) for group in groups),
        "may_set": has_right(request.user, RIGHT),
        "now": timezone.now(),
    }
    return render(request, "club/house_rules.html", context)


@require_GET
@page_needs(RIGHT)
def edit(request: HttpRequest) -> HttpResponse:
    """The rules of a scope, each with its value, where it comes from, and what else it could be."""
    try:
        return _form(request, request.GET.get("scope", CLUB))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return redirect("house-rules-edit")


def _form(
    request: HttpRequest,
    scope: str,
    *,
    typed: Mapping[str, str] | None = None,
    refused: Mapping[str, ClubError] | None = None,
    status: int = 200,
) -> HttpResponse:
    """The form; after a refusal with everything that was typed, and with the reason at each field that cannot be."""
    context = {
        "scope": scope,
        "scope_words": scope_in_words(scope),
        "kinds": [(_(kind.name), list(kind.options())) for kind in SCOPES.values()],
        "groups": _groups(scope, typed, refused),
        "presets": [(name, value_in_words(name)) for name in PRESETS],
        "refused": [(_id(full), in_words(wrong)) for full, wrong in (refused or {}).items()],
        "why": request.POST.get("why", ""),
    }
    return render(request, "club/rules.html", context, status=status)


@require_GET
@page_needs(RIGHT)
def history(request: HttpRequest) -> HttpResponse:
    """Every version of one rule in a scope."""
    scope, full = request.GET.get("scope", CLUB), request.GET.get("rule", "")
    rule = dict(house_rules.all_rules()).get(full)
    if rule is None:
        unknown, unnamed = (
            _("There is no house rule %(key)s."),
            _("Each house rule has its own history: choose the rule first."),
        )
        messages.error(request, unknown % {"key": full} if full else unnamed)
        return redirect("house-rules-edit")
    rows = [
        {
            "version": row.version,
            "at": row.set_at,
            "by": row.by,
            "why": row.why,
            "value": None if row.value is None else value_in_words(row.value),
        }
        for row in house_rules.history(scope, full)
    ]
    context = {"scope": scope, "scope_words": scope_in_words(scope), "title": _(rule.title), "rows": rows}
    return render(request, "club/rule_history.html", context)


@require_POST
@page_needs(RIGHT)
def save(request: HttpRequest) -> HttpResponse:
    """Set the rules of a scope: fields by full name, and `why`. A field left empty gives the rule back.

    Where any cannot be, nothing is saved, and the form comes back as it was filled in, with the reason at each such field.
    """
    declared, scope = dict(house_rules.all_rules()), request.POST.get("scope", CLUB)
    typed = {full: request.POST[full] for full in declared if full in request.POST}
    values = {full: _read(declared[full], text) for full, text in typed.items()}
    if scope in _known_scopes():
        refused = house_rules.refusals(values, scope)
        if not refused:
            try:
                return _changed(request, values)
            except ClubError as conflict:  # values that cannot stand together
                messages.error(request, on_page(conflict))
        return _form(request, scope, typed=typed, refused=refused, status=422)
    return _change(request, values)


@require_http_methods(["GET", "HEAD", "POST"])
@page_needs(RIGHT)
def take_preset(request: HttpRequest) -> HttpResponse:
    """Begin from a ready-made set, `preset`: first what it would change is shown, then it is done."""
    asked = request.POST if request.method == "POST" else request.GET
    name, scope = asked.get("preset", ""), asked.get("scope", CLUB)
    try:
        values = house_rules.preset(name)
        changes = house_rules.preview(values, scope)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return _back(request)
    if request.method == "POST":
        return _change(request, values)
    rows = [
        (_(one.group), _(one.standing.rule.title), value_in_words(one.standing.value), value_in_words(one.after))
        for one in changes
    ]
    context = {
        "scope": scope,
        "scope_words": scope_in_words(scope),
        "preset": name,
        "preset_words": value_in_words(name),
        "rows": rows,
    }
    return render(request, "club/rule_preset.html", context)


@require_POST
@page_needs(RIGHT)
def take_file(request: HttpRequest) -> HttpResponse:
    """Set the rules that an exported file holds: `file`."""
    given = request.FILES.get("file")
    try:
        if given is None or (given.size or 0) > LARGEST_FILE:
            raise ValueError
        values = house_rules.values_of(read_json(given.read().decode("utf-8")))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return _back(request)
    except ValueError:  # no file, no text, no JSON
        messages.error(request, _("Choose a file of house rules that was exported here."))
        return _back(request)
    return _change(request, values)


def _change(request: HttpRequest, values: dict[str, Any]) -> HttpResponse:
    try:
        return _changed(request, values)
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return _back(request)


def _changed(request: HttpRequest, values: dict[str, Any]) -> HttpResponse:
    """Set the values and go back to the form. Raises `ClubError` if they cannot be set."""
    made = house_rules.change(
        values,
        scope=request.POST.get("scope", CLUB),
        by=request.user,  # type: ignore[arg-type]  # page_needs lets only logins in
        why=request.POST.get("why", "").strip()[:300],
        source=source_of(request),
        now=timezone.now(),
    )
    words = _("Rules changed: %(count)s. Hands that were begun keep the old ones.") % {"count": len(made)}
    messages.success(request, words if made else _("Nothing was changed."))
    return _back(request)


def _back(request: HttpRequest) -> HttpResponse:
    scope = request.POST.get("scope", request.GET.get("scope", CLUB))
    return redirect(reverse("house-rules-edit") + (f"?scope={scope}" if scope in _known_scopes() else ""))


def _known_scopes() -> set[str]:
    return {CLUB, *(scope for kind in SCOPES.values() for scope, _words in kind.options())}


@require_GET
@page_needs(RIGHT)
def exported(request: HttpRequest) -> HttpResponse:
    """What is set for a scope, as a file."""
    try:
        data = house_rules.export(request.GET.get("scope", CLUB))
    except ClubError as refusal:
        messages.error(request, on_page(refusal))
        return redirect("house-rules-edit")
    answer = JsonResponse(data, json_dumps_params={"indent": 1, "ensure_ascii": False})
    answer["Content-Disposition"] = 'attachment; filename="house-rules.json"'
    return answer


urlpatterns = [
    path("house-rules/", printed, name="house-rules"),
    path("rules/", rulebook_page, name="rules"),
    path("rules/<slug:family>/", rulebook_page, name="rulebook"),
    path("rules/<str:rule>/", numbered, name="rule"),
    path("house-rules/edit/", edit, name="house-rules-edit"),
    path("house-rules/save/", save, name="house-rules-save"),
    path("house-rules/preset/", take_preset, name="house-rules-preset"),
    path("house-rules/import/", take_file, name="house-rules-import"),
    path("house-rules/export/", exported, name="house-rules-export"),
    path("house-rules/history/", history, name="house-rules-history"),
]
