"""Recurring events: on which instants they fall, and announcing those that are near. Every day is announced once."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Mapping
from datetime import date, datetime, time, timedelta, tzinfo
from typing import Any

from dateutil import rrule, tz
from django import forms
from django.db import transaction
from django.utils import timezone
from django.utils.translation import gettext_lazy as _

from club.base.errors import ClubError
from club.base.phrases import gettext
from club.house import audit_log
from club.models import User
from club.text.messages import in_words
from tables.core import shown_names
from tournaments.base.errors import Refused
from tournaments.models import Occurrence, Tournament, TournamentTemplate
from tournaments.rooms import tournament_tables
from tournaments.running import event_start
from tournaments.setup import event_checks, flight_terms
from tournaments.setup.event_form import EventForm

logger = logging.getLogger(__name__)
DAYS = (
    (0, _("Monday")), (1, _("Tuesday")), (2, _("Wednesday")), (3, _("Thursday")), (4, _("Friday")), (5, _("Saturday")),
    (6, _("Sunday")),
)  # fmt: skip
# Instants do not recur, and a code is not kept where it could be read.
NOT_RECURRING = ("starts_at", "must_end_at", "opens_at", "late_until", "entry_code")
OWN = ("days", "at", "begins", "until", "times", "days_ahead", "is_active")
MOST_AT_ONCE = 100  # of one event, announced in one sweep


class TemplateForm(EventForm):
    """The fields of the event, and when it recurs."""

    days = forms.TypedMultipleChoiceField(
        label=_("Days of the week"), choices=DAYS, coerce=int, widget=forms.CheckboxSelectMultiple
    )
    at = forms.TimeField(label=_("At"), widget=forms.TimeInput(attrs={"type": "time"}, format="%H:%M"))
    begins = forms.DateField(label=_("First day"), widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d"))
    until = forms.DateField(
        label=_("Until"), required=False, widget=forms.DateInput(attrs={"type": "date"}, format="%Y-%m-%d")
    )
    times = forms.IntegerField(label=_("How many times"), required=False, min_value=1, max_value=1000)
    days_ahead = forms.IntegerField(label=_("Announced days before"), min_value=1, max_value=90, initial=7)
    is_active = forms.BooleanField(label=_("Goes on"), required=False, initial=True)

    def __init__(self, *given: Any, **named: Any) -> None:
        super().__init__(*given, **named)
        for name in NOT_RECURRING:
            del self.fields[name]

    def groups(self) -> list[tuple[str, Any, list[forms.BoundField], bool]]:
        """As those of an event, with when it recurs first."""
        return [("when", _("When"), [self[name] for name in OWN], True), *super().groups()]


# -- when it falls ----------------------------------------------------------------------------------------------------


def falls(
    days: list[int], at: time, begins: date, until: date | None, times: int | None, last: date, zone: tzinfo
) -> list[datetime]:
    """The instants of a recurrence from its first day to `last`: the same hour of the wall clock all year round.

    An hour that a day lacks, when clocks are put forward, is the one after it; of an hour that comes twice, the first.
    """
    rule = rrule.rrule(
        rrule.WEEKLY,
        dtstart=datetime.combine(begins, at),
        byweekday=days,
        count=times,
        until=None if until is None or times is not None else datetime.combine(until, at),
    )
    end = last if until is None else min(last, until)
    found: list[datetime] = []
    for local in rule:
        if local.date() > end:
            break
        found.append(tz.resolve_imaginary(local.replace(tzinfo=zone)))
    return found


def due(row: TournamentTemplate, now: datetime) -> list[datetime]:
    """The instants that are to come and near enough to be announced, announced or not."""
    zone = timezone.get_default_timezone()
    last = (now + timedelta(days=row.days_ahead)).astimezone(zone).date()
    found = falls(row.days, row.at, row.begins, row.until, row.times, last, zone)
    return [at for at in found if at > now][:MOST_AT_ONCE]


# -- made and changed -------------------------------------------------------------------------------------------------


def save(
    form: TemplateForm, row: TournamentTemplate | None, *, now: datetime, by: User | None, source: str = ""
) -> TournamentTemplate:
    """Keep what a valid form says, as a new recurring event or over one; what was announced stays as it is.

    Raises `ClubError` for a name that another has, and for fields that no event could have together.
    """
    typed = form.cleaned_data
    if typed["until"] is not None and typed["until"] < typed["begins"]:
        words = gettext("The last day is before the first.")
        raise Refused("ends_before_it_begins", words, 422, field="until")
    chosen = form.told()
    chosen |= flight_terms.settled(chosen)
    event_checks.check(chosen, chosen.get("buy_in", 0), typed["structure"].sheet, now=now)
    name = typed["name"].strip()
    shown_names.check(name)
    data: Mapping[str, Any] = form.data
    with transaction.atomic():
        if TournamentTemplate.objects.filter(name=name).exclude(pk=0 if row is None else row.pk).exists():
            words = gettext("There is a recurring event of this name already.")
            raise ClubError("name_taken", words, 409, field="name")
        fields = {
            field: data[field]
            for field in form.fields
            if field not in (*OWN, "structure", "name") and data.get(field) not in (None, "", False)
        }
        template = row or TournamentTemplate(made_at=now)
        template.name, template.structure, template.fields, template.error = name, typed["structure"], fields, ""
        for field in OWN:
            setattr(template, field, typed[field])
        template.save()
        after = {field: str(typed[field]) for field in OWN} | {"name": name, "structure": template.structure.key}
        kind = "template.made" if row is None else "template.changed"
        audit_log.record(kind, by=by, subject=f"template:{template.pk}", after=after, source=source, now=now)
    return template


def typed(row: TournamentTemplate) -> dict[str, Any]:
    """What the form of a recurring event begins with."""
    return {**row.fields, **{one: getattr(row, one) for one in OWN}, "name": row.name, "structure": row.structure.key}


# -- announced --------------------------------------------------------------------------------------------------------


def announce_due(*, now: datetime) -> int:
    """Announce every recurring event's days that are near and were not announced; returns how many. Harmless run twice."""
    count = 0
    for pk in TournamentTemplate.objects.filter(is_active=True).order_by("pk").values_list("pk", flat=True):
        try:
            count += _announce(pk, now)
        except ClubError as refusal:
            TournamentTemplate.objects.filter(pk=pk).update(error=in_words(refusal)[:300])
        except Exception:  # one that fails must not stop the others
            logger.exception("recurring event %s could not be announced", pk)
    return count


def _announce(pk: int, now: datetime) -> int:
    with transaction.atomic():
        row = TournamentTemplate.objects.select_for_update(of=("self",)).select_related("structure").get(pk=pk)
        zone = timezone.get_default_timezone()
        known = set(Occurrence.objects.filter(template=row).values_list("day", flat=True))
        wanted = [at for at in due(row, now) if at.astimezone(zone).date() not in known]
        for at in wanted:
            day = at.astimezone(zone).date()
            Occurrence.objects.create(template=row, day=day, tournament=_tournament(row, at, now))
        if wanted and row.error:
            row.error = ""
            row.save(update_fields=["error"])
    return len(wanted)


def _tournament(row: TournamentTemplate, at: datetime, now: datetime) -> Tournament:
    form = EventForm({**row.fields, "name": row.name, "structure": row.structure.key})
    if not form.is_valid():
        words = "; ".join(f"{name}: {' '.join(map(str, why))}" for name, why in form.errors.items())
        raise ClubError("template_invalid", words, 422)
    told = form.told()
    return event_start.announce(
        told.pop("name"),
        told.pop("structure"),
        starts_at=at,
        buy_in=told.pop("buy_in", 0),
        fee=told.pop("fee", 0),
        seed=secrets.token_bytes(tournament_tables.DECK_SEED_BYTES),
        now=now,
        **told,
    )
