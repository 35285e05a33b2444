"""The chat of a tournament: players are those with an entry, out or not; it ends when the tournament is called off."""

from __future__ import annotations

from datetime import datetime

from django.urls import reverse

from club.models import Player
from tables.chat.chat_places import ChatPlace
from tournaments.base.errors import UnknownTournament
from tournaments.log import spectator_delay, tournament_rules
from tournaments.log.tournament_rules import TournamentRules
from tournaments.models import Entry, Tournament


class TournamentChat(ChatPlace):
    """A tournament, as the place of its chat."""

    def __init__(self, tournament: Tournament) -> None:
        self.tournament = tournament
        self.reference, self.name = tournament.owner, tournament.name
        self.channel = f"tournament-chat:{tournament.pk}"
        self.address = reverse("tournament", args=[tournament.pk])

    @property
    def rules(self) -> TournamentRules:
        return tournament_rules.in_force(self.tournament, None)

    @property
    def is_open(self) -> bool:
        return self.tournament.status != Tournament.Status.CANCELLED

    def is_player(self, player: Player | None) -> bool:
        entered = Entry.objects.filter(tournament=self.tournament, player=player, is_withdrawn=False)
        return player is not None and entered.exists()

    def sees_until(self, viewer: Player | None, now: datetime) -> datetime | None:
        login = None if viewer is None else viewer.user
        return spectator_delay.seen_by(self.tournament, login, now=now).seen_until


def find(tournament_id: int) -> TournamentChat:
    """The chat of that tournament. Raises `UnknownTournament`."""
    found = Tournament.objects.filter(pk=tournament_id).first()
    if found is None:
        raise UnknownTournament(tournament_id)
    return TournamentChat(found)
