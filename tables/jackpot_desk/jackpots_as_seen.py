"""The jackpots as a login may see them: what they hold is for everybody, what was won and by whom for those who approve it."""

from __future__ import annotations

from typing import Any

from club.base.phrases import gettext as _
from club.cashier import tips_and_jackpots
from club.house.rights import has_right
from club.models import User
from club.text.messages import said
from engine.ranking.rankings import HIGH
from tables.core import admission
from tables.jackpots import jackpot_payments
from tables.jackpots.jackpot_rules import in_force
from tables.models import JackpotWin


def told(login: User) -> dict[str, Any]:
    """For the API and the page."""
    rules = in_force()
    on = {"bad-beat": rules.bad_beat_drop, "high-hand": rules.high_hand_drop}
    held = {name: account.balance for name, account in tips_and_jackpots.jackpots()}
    names = [name for name in on if on[name] or held.get(name)]
    seen: dict[str, Any] = {
        "jackpots": [
            {"name": name, "label": str(JackpotWin.Kind(name).label), "chips": held.get(name, 0)} for name in names
        ]
    }
    if has_right(login, jackpot_payments.RIGHT):
        seen["waiting"] = [_win(win, jackpot_payments.offered(win), login) for win in jackpot_payments.waiting()]
        seen["decided"] = [_win(win, {}, login) for win in jackpot_payments.decided()]
    return seen


def _win(win: JackpotWin, offered: dict[int, int], login: User) -> dict[str, Any]:
    """One win. Who does not rule on tables may not look at private ones, and is not told their names either."""
    state, table = jackpot_payments.state_now(win), win.hand.table
    return {
        "id": win.pk,
        "kind": win.kind,
        "label": str(win.get_kind_display()),
        "state": state.value,
        "state_label": str(state.label),
        "hand": win.hand_id,
        "table": _("private table") if table.is_private and not admission.rules_on_tables(login) else table.name,
        "number": win.hand.number,
        "made": said(HIGH.say(win.value).message),
        "at": win.found_at,
        "chips": sum(offered.values()) if win.chips is None else win.chips,
        "why": win.why,
        "parts": [
            {
                "player": part.player_id,
                "name": part.player.nickname,
                "role": str(part.get_role_display()),
                "chips": offered.get(part.pk, 0) if part.chips is None else part.chips,
            }
            for part in sorted(win.parts.all(), key=lambda part: part.pk)
        ],
    }
