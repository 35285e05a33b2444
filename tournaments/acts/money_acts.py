"""Acts about money: bounties, locked prizes, deals. Their forms stand on the page of prizes and deal."""

from __future__ import annotations

from django.utils.translation import gettext_lazy as _
from rest_framework import serializers

from tournaments.acts.act import Act, Back, Section
from tournaments.acts.act_fields import BountyWinners, EntryNumber, Numbers, Reason
from tournaments.endings import deal_proposals
from tournaments.prizes import bounty_awards, prize_lock

BOUNTY = Act(
    name="bounty",
    does=bounty_awards.award,
    section=Section.MONEY,
    button=_("Give the bounty"),
    back=Back(act="bounty"),
    fields={"entry": EntryNumber(), "eliminators": BountyWinners(), "why": Reason(is_needed=True)},
)
LOCK_PRIZES = Act(
    name="lock-prizes",
    does=prize_lock.lock,
    section=Section.MONEY,
    button=_("Lock the prizes"),
    back=Back(act="unlock-prizes"),
    fields={
        "why": Reason(),
        "prizes": Numbers(1, 10**15, label=_("Prizes by place, the first first; empty: as worked out")),
    },
)
UNLOCK_PRIZES = Act(
    name="unlock-prizes",
    does=prize_lock.unlock,
    section=Section.MONEY,
    button=_("Unlock"),
    back=Back(act="lock-prizes"),
    fields={"why": Reason()},
)
DEAL = Act(
    name="deal",
    does=deal_proposals.propose,
    section=Section.MONEY,
    button=_("Propose"),
    back=Back(act="deal-off"),
    fields={
        "why": Reason(),
        "method": serializers.ChoiceField(label=_("How"), choices=list(deal_proposals.METHODS)),
        "keep": serializers.IntegerField(label=_("Kept for the winner"), min_value=0, max_value=10**15, default=0),
        "shares": Numbers(0, 10**15, label=_("Own amounts, by entry")),
    },
)
DEAL_CONSENT = Act(
    name="deal-consent",
    does=deal_proposals.consent,
    section=Section.MONEY,
    button=_("Agrees, at the table"),
    back=Back(act="deal-off"),
    fields={"why": Reason(), "entry": EntryNumber()},
)
DEAL_OFF = Act(
    name="deal-off",
    does=deal_proposals.call_off,
    section=Section.MONEY,
    button=_("Call the deal off"),
    back=Back(act="deal"),
    fields={"why": Reason(is_needed=True)},
)
