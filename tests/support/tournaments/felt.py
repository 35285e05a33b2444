"""Tables of a tournament with real cards, as the floor sees them."""

from __future__ import annotations

from typing import Any

from django.utils import timezone

from club.ledger import ledger
from tests.tournaments.conftest import Evening, is_replay
from tournaments.floor import floor_view
from tournaments.log.state import State
from tournaments.models import Tournament
from tournaments.rooms import tournament_tables
from tournaments.running import event_start, runner


class Felt:
    """A tournament with real cards that runs, with a director."""

    def __init__(self, evening: Evening, players: int = 6, **changes: Any) -> None:
        self.evening = evening
        evening.now = timezone.now()
        self.boss = evening.client(evening.person("boss", role="director", chips=0))
        self.players = evening.computers(players)
        chosen = {"cards": "physical", "table_size": 3, **changes}
        self.row = evening.entered(self.players, **chosen)
        event_start.start(self.row.pk, now=evening.now)

    @property
    def state(self) -> State:
        return self.evening.state(self.row)

    def post(self, act: str, **body: Any) -> Any:
        return self.boss.post(f"/api/v1/tournaments/{self.row.pk}/floor/{act}/", body, format="json")

    def did(self, act: str, **body: Any) -> int:
        answer = self.post(act, **body)
        assert answer.status_code == 200, answer.json()
        assert is_replay(self.row)
        return int(Tournament.objects.get(pk=self.row.pk).seq)

    def direct(self) -> State:
        runner.direct(self.row.pk, now=timezone.now())
        return self.state

    def due(self) -> list[str]:
        self.row.refresh_from_db()
        return [one["kind"] for one in floor_view.board(self.row, now=timezone.now())["due"]]

    def at(self, table: int) -> list[int]:
        return [entry for _seat, entry in sorted(self.state.seated(table).items())]

    def pool(self) -> int:
        return ledger.balance(tournament_tables.pool(self.row))
