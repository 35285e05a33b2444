"""In which order acts of the staff at a cash table are taken back: the last that concerns a player or a count first."""

from __future__ import annotations

from django.db.models import Q

from club.base.phrases import gettext as _
from tables.core.errors import Refused
from tables.models import StaffAct


def check_last(act: StaffAct) -> None:
    """Raises `Refused`, naming the act to take back first, where an act of the same player came later, or a count of its chips."""
    later = StaffAct.objects.filter(table=act.table_id, taken_back_at=None, pk__gt=act.pk)
    after = Q(player__isnull=False, player=act.player_id)
    if act.chips:  # the difference of a count was of all chips that had come and gone before it
        after |= Q(kind=StaffAct.Kind.COUNT, after__has_key="difference")
    first = later.filter(after).order_by("-pk").first()
    if first is not None:
        words = _("Take back first what came after it: %(what)s.") % {"what": first.get_kind_display()}
        raise Refused("not_the_last", words, act=first.pk)
