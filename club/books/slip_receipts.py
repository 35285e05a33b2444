"""The receipt of a slip, as PDF: the paper that a member gets at the desk."""

from __future__ import annotations

from django.http import HttpResponse
from django.utils.translation import get_language, override

from club.base.phrases import gettext as _
from club.books.statement_files import FORMS
from club.house.club_rules import in_force
from club.ledger import statements
from club.models import Entry, Player, Slip, Transfer
from engine import text_limits


def receipt(slip: Slip, reader: Player | None = None) -> HttpResponse:
    """The receipt of a slip, as PDF: number, what, who, how many chips, when, by whom; in the language of whose chips moved.

    reader: a member, who sees of opening balances the own alone.
    """
    moved = [entry for entry in slip.transfer.entries.select_related("account") if entry.account.kind == "wallet"]
    if reader is not None and _is_of_openings(slip.transfer):
        moved = [entry for entry in moved if entry.account.owner == reader.owner]
    owner = moved[0].account.owner.removeprefix("player:") if moved else ""
    member = Player.objects.filter(pk=text_limits.whole(owner) or 0).first()
    with override(get_language() if member is None else member.language):
        return _receipt(slip, moved)


def _receipt(slip: Slip, moved: list[Entry]) -> HttpResponse:
    from club.ledger import pdf_papers  # with what draws papers, which most processes never need

    rules = in_force()
    made = slip.transfer
    local = made.recorded_at.astimezone(rules.calendar.zone)
    facts = [
        (_("Number"), str(slip.number)),
        (_("What"), statements.in_words(made.purpose)),
        *((statements.owner_in_words(entry.account), statements.written(entry.amount, rules)) for entry in moved),
        *([(_("Cash"), f"{slip.cash:,}")] if slip.cash else []),
        (_("When"), f"{local:%Y-%m-%d %H:%M:%S}"),
        (_("Business day"), f"{slip.business_day:%Y-%m-%d}"),
        (_("By"), str(made.by or "")),
        *([(_("For") if made.purpose == "buy-chips" else _("Why"), made.why)] if made.why else []),
        *([(_("Takes back slip"), str(_number_of(made.corrects_id)))] if made.corrects_id else []),
    ]
    title = f"{_('Receipt')} {slip.number}"
    answer = HttpResponse(pdf_papers.receipt(title, facts), content_type=FORMS["pdf"])
    answer["Content-Disposition"] = f'inline; filename="receipt-{slip.number}.pdf"'
    return answer


def _is_of_openings(made: Transfer) -> bool:
    return "opening" in (made.purpose, made.corrects.purpose if made.corrects is not None else "")


def _number_of(transfer: int) -> int | None:
    return Slip.objects.filter(transfer=transfer).values_list("number", flat=True).first()
