"""Every page that writes: its address, what its form sends, and the kind of entry it leaves."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.core.files.uploadedfile import SimpleUploadedFile

from tests.support.decisions.acts import (
    DESK,
    ENTRIES,
    FELT,
    FLOOR,
    OWN_ENTRY,
    RECORDED,
    SESSION,
    STAFF,
)
from tests.support.decisions.world import (
    A_DAY,
    ADDRESS,
    MIKA,
    TYPED,
    Story,
    World,
    at,
    fields,
    picture,
    recurring_event,
)
from tests.support.tables.scoresheets import ROWS_TYPED
from tournaments.structures import sheet_import
from tournaments.structures.sheet_drafts import Draft


def typed(body: Callable[[World], dict[str, Any]]) -> Callable[[World], dict[str, Any]]:
    """A action's fields as its form sends them."""

    def made(world: World) -> dict[str, Any]:
        given = body(world)
        counts = given.pop("counts", {})
        return {**given, **{f"count-{value}": number for value, number in counts.items()}, "key": world.key()}

    return made


def structure_form(sheet: dict[str, Any]) -> dict[str, Any]:
    """A sheet as the editor's form sends it."""
    draft = Draft.of(sheet)
    rows = {f"{name}-{at}": value for at, row in enumerate(draft.rows, 1) for name, value in row.items()}
    return {**draft.fields, **rows, "rows": str(len(draft.rows)), "rest": draft.rest, "version": "0", "do": "save"}


OPENED = {"game": "holdem", "limit": "no", "small_blind": 1, "big_blind": 2}
MIX = {"games": "own", "own_games": "holdem no, razz fixed", "order": "choice", "unit": "orbit", "every": 1} | {
    "small_bet": 100,
    "ante": 20,
}
PAGES = [
    *(Story("desk-do", kind, at(f"/desk/do/{name}/"), typed(body)) for name, (kind, body) in DESK.items()),
    Story("audit-now", "ledger.audit-asked", at("/books/audits/run/")),
    Story("integrity-look", "integrity.asked", at("/integrity/look/")),
    Story(
        "integrity-mark",
        "integrity.looked-into",
        at("/integrity/{}/", "finding"),
        fields(act="look-into", note="A couple."),
    ),
    Story("month-close", "month.closed", at("/books/{}/close/", "old_month")),
    Story("house-rules-save", "house_rule.set", at("/house-rules/save/"), fields(**{"PlayRules.raise_cap": 3})),
    Story("house-rules-preset", "house_rule.set", at("/house-rules/preset/"), fields(preset="tda-2024")),
    Story(
        "house-rules-import",
        "house_rule.set",
        at("/house-rules/import/"),
        lambda w: {
            "file": SimpleUploadedFile(
                "r.json", b'{"kind": "cardhouse house rules", "values": {"PlayRules.raise_cap": 3}}'
            )
        },
    ),
    Story("member-enrol", "player.enrolled", at("/people/new/"), fields(nickname="new")),
    Story("invitations", "invitation.made", at("/people/invitations/")),
    Story("invitation-revoke", "invitation.revoked", at("/people/invitations/{}/revoke/", "invitation")),
    Story(
        "member-files",
        "players.imported",
        at("/people/files/"),
        lambda w: {"file": SimpleUploadedFile("members.csv", b"nickname\nnew\n")},
    ),
    Story("members-csv", "players.exported", at("/people/members.csv"), method="get"),
    Story("member-edit", "player.changed", at("/people/{}/edit/", "mika"), fields(notes="n")),
    Story("member-admit", "player.admitted", at("/people/{}/admit/", "applicant")),
    Story("member-turn-away", "player.turned-away", at("/people/{}/turn-away/", "applicant")),
    Story("member-suspend", "player.suspended", at("/people/{}/suspend/", "mika"), fields(why="x")),
    Story("member-lift", "player.reinstated", at("/people/{}/lift/", "suspended")),
    Story(
        "member-merge",
        "player.merged",
        at("/people/{}/merge/", "double"),
        fields(into=lambda w: w.mika.member_number, why="x"),
    ),
    Story("member-erase", "player.erased", at("/people/{}/erase/", "double"), fields(nickname="double")),
    Story(
        "member-second-factor",
        "login.second-factor-off",
        at("/people/{}/second-factor/", "factored"),
        fields(why="lost the phone"),
    ),
    Story("member-role", "role.given", at("/people/{}/role/", "mika"), fields(role="dealer", held="yes")),
    Story("member-pin", "player.pin", at("/people/{}/pin/", "mika"), fields(pin="2718")),
    Story("member-new-card", "player.card", at("/people/{}/new-card/", "mika")),
    Story("member-photo-set", "player.changed", at("/people/{}/photo-set/", "mika"), lambda w: {"photo": picture()}),
    Story("my-particulars", "player.changed", at("/me/particulars/"), fields(nickname="Olga", language="ja")),
    Story("my-photo-set", "player.changed", at("/me/photo-set/"), lambda w: {"photo": picture()}),
    Story("my-exclusion", "player.self-excluded", at("/me/exclusion/"), fields(until=A_DAY)),
    Story("my-pin", "player.pin", at("/me/pin/"), fields(pin="2718")),
    Story("my-new-card", "player.card", at("/me/new-card/"), fields(ends_access="yes")),
    Story("conduct-record", "conduct.recorded", at("/conduct/record/"), fields(player=MIKA, key="k", **RECORDED)),
    Story("conduct-withdraw", "conduct.withdrawn", at("/conduct/{}/withdraw/", "incident"), fields(words="x")),
    Story("webhooks", "webhook.made", at("/webhooks/"), fields(url=ADDRESS, events=["tournament.started"])),
    Story("webhook", "webhook.changed", at("/webhooks/{}/", "webhook"), fields(events=["tournament.started"])),
    Story("message-again", "webhook.redelivered", at("/webhooks/messages/{}/again/", "message")),
    Story("open-table", "table.opened", at("/tables/open/"), fields(**OPENED)),
    Story("open-mix", "table.opened", at("/tables/open-mix/"), fields(**MIX)),
    *(
        Story(
            "table-staff-act",
            kind,
            at(f"/tables/{{}}/staff/{name}/", "cards_table"),
            lambda w, body=body: body(w) | {"key": "k"},  # type: ignore[misc]  # mypy infers no default
        )
        for name, (kind, body) in STAFF.items()
    ),
    *(
        Story("table-staff-act", kind, at(f"/tables/{{}}/staff/{name}/", table), fields(**body, key="k"))
        for name, (kind, table, body) in SESSION.items()
    ),
    Story("staff-take-back", "staff.taken-back", at("/staff-acts/{}/take-back/", "staff_act")),
    Story("sit-down", "seat.taken", at("/tables/{}/sit-down/", "table"), fields(seat=1, buy_in=5000, key="k")),
    Story("seat-computer", "computer.seated", at("/tables/{}/computers/", "practice_table"), fields(level="loose")),
    Story(
        "computer-leaves", "computer.left", at("/tables/{}/computers/leave/", "filled_practice_table"), fields(seat=2)
    ),
    Story("top-up", "seat.topped-up", at("/tables/{}/top-up/", "my_table"), fields(amount=500, key="k")),
    Story("stand-up", "seat.left", at("/tables/{}/stand-up/", "my_table")),
    Story("sit-out", "seat.presence", at("/tables/{}/sit-out/", "my_table")),
    Story("come-back", "seat.presence", at("/tables/{}/come-back/", "my_table")),
    Story(
        "post-scores",
        "hand.scored",
        at("/tables/{}/scores/post/", "sheet_table"),
        lambda w: {"number": 1, **ROWS_TYPED},
    ),
    Story("take-back", "hand.taken-back", at("/hands/{}/take-back/", "scored"), fields(why="x")),
    Story(
        "correct-scores",
        "hand.corrected",
        at("/hands/{}/correct/", "settled_sheet"),
        lambda w: {"why": "x", **ROWS_TYPED},
    ),
    Story("first-evening-step", "setup.passed", at("/first-evening/members/"), fields(later="yes")),
    Story("club", "house_rule.set", at("/club/"), fields(name="Northside")),
    Story("club-screen", "screen.arranged", at("/screens/")),
    Story("screen", "screen.arranged", at("/tournaments/{}/screen/", "tournament")),
    Story("my-tokens", "token.made", at("/me/tokens/"), fields(name="bot", password="correct horse")),
    Story("my-token-back", "token.taken-back", at("/me/tokens/{}/take-back/", "token")),
    Story(
        "reception-sell",
        "tournament.registered",
        at("/tournaments/{}/reception/entry/", "tournament"),
        fields(player=MIKA, key="k"),
    ),
    Story("register", "tournament.registered", at("/tournaments/{}/register/", "tournament"), fields(key="k")),
    Story("unregister", "tournament.unregistered", at("/tournaments/{}/unregister/", "entered")),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", "running"), body)
        for name, (kind, body) in FLOOR.items()
    ),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", "felt"), body)
        for name, (kind, body) in FELT.items()
    ),
    Story(
        "announce",
        "tournament.announced",
        at("/tournaments/announce/"),
        lambda w: {"name": "N", "structure": w.tournament.structure.key, "buy_in": "5"},
    ),
    Story(
        "template-new",
        "template.made",
        at("/tournaments/recurring/new/"),
        recurring_event,
    ),
    Story(
        "edit-event",
        "tournament.terms_changed",
        at("/tournaments/{}/edit/", "tournament"),
        lambda w: {"name": "M", "buy_in": str(w.tournament.buy_in)},
    ),
    Story("gallery-take", "gallery.taken-in", at("/gallery/take/"), fields(set="jopt")),
    Story(
        "gallery-share",
        "gallery.shared",
        at("/gallery/share/"),
        lambda w: {"title": "T", "author": "A", "licence": "MIT", "structures": w.tournament.structure.key},
    ),
    Story(
        "structure-edit",
        "structure.imported",
        at("/structures/edit/"),
        lambda w: structure_form({**sheet_import.read(sheet_import.OWN)[0], "id": "copy", "name": "A copy"}),
    ),
    Story(
        "tournament-structure",
        "tournament.structure_changed",
        at("/tournaments/{}/structure/", "running"),
        lambda w: structure_form({**w.running.sheet, "items": w.running.sheet["items"][:-1]}),
    ),
    Story("money-act", "tournament.prizes_locked", at("/tournaments/{}/money/lock-prizes/", "running")),
    Story("deal-answer", "tournament.deal_agreed", at("/tournaments/{}/deal/agree/", "talking")),
    Story("deal-answer", "tournament.deal_off", at("/tournaments/{}/deal/decline/", "talking")),
    Story("desk-tickets", "ticket.issued", at("/desk/tickets/"), fields(player=MIKA, value=5, why="x")),
    Story("ticket-turn", "ticket.approved", at("/desk/tickets/{}/approve/", "large_ticket")),
    Story("ticket-turn", "ticket.cancelled", at("/desk/tickets/{}/cancel/", "ticket"), fields(why="x")),
    Story("ending", "tournament.called_off", at("/tournaments/{}/ending/approve/", "request")),
    Story("ending", "tournament.request_refused", at("/tournaments/{}/ending/refuse/", "request"), fields(why="x")),
    Story("leagues", "league.made", at("/leagues/"), fields(name="L")),
    Story("season-new", "season.made", at("/leagues/{}/new/", "league"), fields(**TYPED)),
    Story("season-edit", "season.changed", at("/seasons/{}/edit/", "season"), fields(**TYPED)),
    Story("season-close", "season.closed", at("/seasons/{}/close/", "season")),
    Story("remote", "tournament.paused", at("/tournaments/{}/remote/", "running"), fields(button="pause")),
    *(
        Story("floor-act", kind, at(f"/tournaments/{{}}/floor/{name}/", where), body)
        for name, (where, kind, body) in ENTRIES.items()
    ),
    *(
        Story("own-entry", kind, at(f"/tournaments/{{}}/entry/{name}/", where))
        for name, (where, kind) in OWN_ENTRY.items()
    ),
    Story("direct", "tournament.started", at("/tournaments/{}/direct/start/", "entered")),
    Story("direct", "tournament.paused", at("/tournaments/{}/direct/pause/", "running")),
    Story("direct", "tournament.resumed", at("/tournaments/{}/direct/resume/", "paused")),
]
