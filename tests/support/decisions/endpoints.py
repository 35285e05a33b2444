"""Every endpoint that writes: its address, what is sent, and the kind of entry it leaves."""

from __future__ import annotations

from tests.support.decisions.acts import (
    DESK,
    ENTRIES,
    FELT,
    FLOOR,
    NEW_TABLE,
    OWN_ENTRY,
    RECORDED,
    SESSION,
    STAFF,
)
from tests.support.decisions.world import (
    A_TIME,
    ADDRESS,
    HAND,
    MIKA,
    SEASON,
    Story,
    at,
    fields,
    recurring_event,
)
from tests.support.tables.scoresheets import ROWS
from tournaments.structures import sheet_import

ENDPOINTS = [
    *(Story(f"api-{name}", kind, at(f"/api/v1/cashier/{name}/"), body) for name, (kind, body) in DESK.items()),
    *(
        Story(f"api-table-staff-{name}", kind, at(f"/api/v1/tables/{{}}/staff/{name}/", "cards_table"), body)
        for name, (kind, body) in STAFF.items()
    ),
    *(
        Story(f"api-table-staff-{name}", kind, at(f"/api/v1/tables/{{}}/staff/{name}/", table), fields(**body))
        for name, (kind, table, body) in SESSION.items()
    ),
    Story("api-staff-take-back", "staff.taken-back", at("/api/v1/staff-acts/{}/take-back/", "staff_act")),
    Story("api-audit", "ledger.audit-asked", at("/api/v1/audit/")),
    Story("api-integrity-look", "integrity.asked", at("/api/v1/integrity/look/")),
    Story(
        "api-integrity-mark",
        "integrity.looked-into",
        at("/api/v1/integrity/findings/{}/", "finding"),
        fields(act="look-into", note="They are a couple."),
    ),
    Story("api-month-close", "month.closed", at("/api/v1/books/{}/close/", "old_month")),
    Story(
        "api-house-rules",
        "house_rule.set",
        at("/api/v1/house-rules/"),
        fields(values={"PlayRules.raise_cap": 3}),
        "put",
    ),
    Story("api-players", "player.enrolled", at("/api/v1/players/"), fields(nickname="new")),
    Story("api-player", "player.changed", at("/api/v1/players/{}/", "mika"), fields(notes="n"), "patch"),
    Story("api-player", "player.erased", at("/api/v1/players/{}/", "double"), method="delete"),
    Story("api-admission", "player.admitted", at("/api/v1/players/{}/admission/", "applicant"), method="put"),
    Story("api-admission", "player.turned-away", at("/api/v1/players/{}/admission/", "applicant"), method="delete"),
    Story("api-suspension", "player.suspended", at("/api/v1/players/{}/suspension/", "mika"), fields(why="x"), "put"),
    Story("api-suspension", "player.reinstated", at("/api/v1/players/{}/suspension/", "suspended"), method="delete"),
    Story("api-merge", "player.merged", at("/api/v1/players/{}/merge/", "double"), fields(into=MIKA, why="x")),
    Story("api-pin", "player.pin", at("/api/v1/players/{}/pin/", "mika"), fields(pin="2718"), "put"),
    Story(
        "api-second-factor",
        "login.second-factor-off",
        at("/api/v1/players/{}/second-factor/", "factored"),
        fields(why="lost the phone"),
    ),
    Story("api-role", "role.given", at("/api/v1/players/{}/roles/", "mika"), fields(role="dealer", held=True), "put"),
    Story("api-invitations", "invitation.made", at("/api/v1/invitations/")),
    Story("api-invitation", "invitation.revoked", at("/api/v1/invitations/{}/", "invitation"), method="delete"),
    Story("api-my-exclusion", "player.self-excluded", at("/api/v1/me/exclusion/"), fields(until=A_TIME), "put"),
    Story("api-webhooks", "webhook.made", at("/api/v1/webhooks/"), fields(url=ADDRESS, events=["tournament.started"])),
    Story("api-webhook", "webhook.changed", at("/api/v1/webhooks/{}/", "webhook"), fields(is_active=False), "patch"),
    Story("api-message-again", "webhook.redelivered", at("/api/v1/webhooks/messages/{}/again/", "message")),
    Story("api-conduct", "conduct.recorded", at("/api/v1/conduct/"), fields(player=MIKA, **RECORDED)),
    Story(
        "api-conduct-withdrawal",
        "conduct.withdrawn",
        at("/api/v1/conduct/{}/withdrawal/", "incident"),
        fields(words="x"),
    ),
    Story("api-tables", "table.opened", at("/api/v1/tables/"), fields(**NEW_TABLE)),
    Story("api-sittings", "seat.taken", at("/api/v1/tables/{}/sittings/", "table"), fields(seat=1, buy_in=5000)),
    Story("api-own-sitting", "seat.topped-up", at("/api/v1/tables/{}/sittings/mine/", "my_table"), fields(amount=500)),
    Story(
        "api-own-sitting",
        "seat.presence",
        at("/api/v1/tables/{}/sittings/mine/", "my_table"),
        fields(state="out"),
        "patch",
    ),
    Story("api-own-sitting", "seat.left", at("/api/v1/tables/{}/sittings/mine/", "my_table"), method="delete"),
    Story(
        "api-computers", "computer.seated", at("/api/v1/tables/{}/computers/", "practice_table"), fields(level="solid")
    ),
    Story(
        "api-computer", "computer.left", at("/api/v1/tables/{}/computers/2/", "filled_practice_table"), method="delete"
    ),
    Story("api-void", "hand.voided", at("/api/v1/hands/{}/void/", "hand"), fields(why="x")),
    Story("api-recorded-hands", "hands.recorded", at("/api/v1/recorded-hands/"), fields(phh=HAND, name="x")),
    Story("api-scores", "hand.scored", at("/api/v1/tables/{}/scores/", "sheet_table"), fields(rows=ROWS, number=1)),
    Story("api-take-back", "hand.taken-back", at("/api/v1/hands/{}/take-back/", "scored"), fields(why="x")),
    Story(
        "api-correct",
        "hand.corrected",
        at("/api/v1/hands/{}/correct/", "settled_sheet"),
        fields(why="x", points={"1": 0, "2": 0}),
    ),
    Story(
        "api-structures",
        "structure.imported",
        at("/api/v1/structures/"),
        lambda w: sheet_import.read(sheet_import.OWN)[0],
    ),
    Story("api-gallery-take", "gallery.taken-in", at("/api/v1/gallery/take/"), fields(set="jopt")),
    Story(
        "api-gallery-share",
        "gallery.shared",
        at("/api/v1/gallery/share/"),
        lambda w: {"title": "T", "author": "A", "licence": "MIT", "structures": [w.tournament.structure.key]},
    ),
    Story(
        "api-structure-edit",
        "structure.imported",
        lambda w: f"/api/v1/structures/{w.tournament.structure.key}/edit/",
        lambda w: {"version": 1, "edits": ["delete:2"]},
    ),
    Story(
        "api-tournaments",
        "tournament.announced",
        at("/api/v1/tournaments/"),
        lambda w: {"name": "N", "structure": w.tournament.structure.key, "buy_in": 5},
    ),
    Story(
        "api-tournament",
        "tournament.terms_changed",
        at("/api/v1/tournaments/{}/", "tournament"),
        lambda w: {"name": "M"},
        "patch",
    ),
    Story(
        "api-templates",
        "template.made",
        at("/api/v1/recurring/"),
        recurring_event,
    ),
    Story("api-registration", "tournament.registered", at("/api/v1/tournaments/{}/registration/", "tournament")),
    Story(
        "api-registration",
        "tournament.unregistered",
        at("/api/v1/tournaments/{}/registration/", "entered"),
        method="delete",
    ),
    Story("api-start", "tournament.started", at("/api/v1/tournaments/{}/start/", "entered")),
    Story("api-pause", "tournament.paused", at("/api/v1/tournaments/{}/pause/", "running")),
    Story("api-resume", "tournament.resumed", at("/api/v1/tournaments/{}/resume/", "paused")),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/v1/tournaments/{{}}/floor/{name}/", "running"), body)
        for name, (kind, body) in FLOOR.items()
    ),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/v1/tournaments/{{}}/floor/{name}/", "felt"), body)
        for name, (kind, body) in FELT.items()
    ),
    Story(
        "api-deal-agreement",
        "tournament.deal_agreed",
        at("/api/v1/tournaments/{}/deal/agreement/", "talking"),
        method="put",
    ),
    Story(
        "api-deal-agreement",
        "tournament.deal_off",
        at("/api/v1/tournaments/{}/deal/agreement/", "talking"),
        method="delete",
    ),
    Story("api-tickets", "ticket.issued", at("/api/v1/tickets/"), fields(player=MIKA, value=5, why="x")),
    Story("api-ticket-approval", "ticket.approved", at("/api/v1/tickets/{}/approval/", "large_ticket"), method="put"),
    Story("api-ticket-cancel", "ticket.cancelled", at("/api/v1/tickets/{}/cancel/", "ticket"), fields(why="x")),
    Story("api-leagues", "league.made", at("/api/v1/leagues/"), fields(name="L")),
    Story("api-league-seasons", "season.made", at("/api/v1/leagues/{}/seasons/", "league"), fields(**SEASON)),
    Story("api-season", "season.changed", at("/api/v1/seasons/{}/", "season"), fields(name="T"), "patch"),
    Story("api-season-close", "season.closed", at("/api/v1/seasons/{}/close/", "season")),
    *(
        Story(f"api-floor-{name}", kind, at(f"/api/v1/tournaments/{{}}/floor/{name}/", where), body)
        for name, (where, kind, body) in ENTRIES.items()
    ),
    *(
        Story(f"api-entry-{name}", kind, at(f"/api/v1/tournaments/{{}}/entry/{name}/", where))
        for name, (where, kind) in OWN_ENTRY.items()
    ),
    Story("api-cancel", "tournament.cancelled", at("/api/v1/tournaments/{}/cancel/", "entered")),
    Story(
        "api-ending",
        "tournament.called_off",
        at("/api/v1/tournaments/{}/ending/", "request"),
        fields(is_approved=True),
        "put",
    ),
]
