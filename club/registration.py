"""What the club itself brings to its lists: house rules, rights, purposes of transfers, kinds of decisions on record."""

from __future__ import annotations

from django.utils.translation import gettext_noop as _

from club.base.registry import Registration
from club.house.club_rules import ClubRules
from club.house.conduct_rules import ConductRules
from club.house.membership_rules import MembershipRules
from club.messages import notices

RIGHTS: dict[str, tuple[str, list[str]]] = {
    "cashier.serve": (_("Give out and take back chips"), ["cashier"]),
    "ledger.audit": (_("Audit the ledger"), ["cashier"]),
    "house_rules.set": (_("Set house rules"), []),
    "people.see": (_("See members, their real names and notes"), ["director", "cashier"]),
    "people.edit": (_("Enrol and edit members, hand out cards and PINs"), ["director", "cashier"]),
    "people.admit": (_("Invite and admit members"), ["director"]),
    "people.suspend": (_("Suspend members"), ["director"]),
    "people.merge": (_("Merge a member's duplicate"), []),
    "people.erase": (_("Erase what is known of a member"), []),
    "people.exchange": (_("Import and export members"), []),
    "roles.give": (_("Give and take roles"), []),
    "cashier.approve": (_("Approve what a cashier proposed"), ["director"]),
    "cashier.credit_limit": (_("Set how much a player may owe"), []),
    "books.read": (_("Read the club's reports"), ["cashier", "director"]),
    "books.close": (_("Close a month"), []),
    "conduct.see": (_("See incidents and penalties"), ["director", "dealer"]),
    "conduct.record": (_("Record incidents and warnings"), ["director", "dealer"]),
    "conduct.penalise": (_("Give penalties and take them back"), ["director"]),
    "audit_log.read": (_("Read the record of decisions"), []),
    "webhooks.manage": (_("Have other programs told of what happens"), []),
}

PURPOSES = {
    "buy-chips": _("Chips from the cashier"),
    "cash-out": _("Chips to the cashier"),
    "correction": _("Correction"),
    "merge": _("Balance of a merged membership"),
    "player-transfer": _("From player to player"),
    "credit-given": _("Chips on credit"),
    "credit-repaid": _("Credit repaid"),
    "adjustment": _("Adjustment"),
    "tip": _("Tip"),
    "tips-paid": _("Tips paid out"),
    "jackpot-fed": _("Into the jackpot"),
    "jackpot-won": _("Jackpot"),
    "expiry": _("Chips expired"),
    "forfeit": _("Chips given up"),
}

DECISIONS = {
    "cashier.buy-chips": _("Chips given out"),
    "cashier.cash-out": _("Chips taken back"),
    "house_rule.set": _("House rule set"),
    "club.logo": _("Logo of the club changed"),
    "player.enrolled": _("Member enrolled"),
    "player.changed": _("Member's particulars changed"),
    "player.admitted": _("Member admitted"),
    "player.turned-away": _("Applicant turned away"),
    "player.suspended": _("Member suspended"),
    "player.reinstated": _("Suspension lifted"),
    "player.self-excluded": _("Self-exclusion"),
    "player.pin": _("PIN set"),
    "player.card": _("Member's card made anew"),
    "player.merged": _("Duplicate merged"),
    "player.erased": _("Member erased"),
    "players.imported": _("Members imported"),
    "players.exported": _("Members exported"),
    "invitation.made": _("Invitation made"),
    "invitation.revoked": _("Invitation taken back"),
    "role.given": _("Role given"),
    "role.taken": _("Role taken"),
    "login.opened": _("Login opened"),
    "login.changed": _("Login changed"),
    "login.password": _("Password set"),
    "login.second-factor-on": _("Second factor taken"),
    "login.second-factor-off": _("Second factor taken off"),
    "cashier.player-transfer": _("Chips passed on"),
    "cashier.credit-given": _("Chips given on credit"),
    "cashier.credit-repaid": _("Credit repaid"),
    "cashier.credit-limit": _("Credit limit set"),
    "cashier.adjustment": _("Adjustment posted"),
    "cashier.tip": _("Tip"),
    "cashier.tips-paid": _("Tips paid out"),
    "cashier.jackpot-fed": _("Chips put into a jackpot"),
    "cashier.jackpot-won": _("Jackpot paid"),
    "cashier.expiry": _("Chips expired"),
    "cashier.forfeit": _("Chips given up"),
    "cashier.age-checked": _("Age checked"),
    "proposal.proposed": _("Adjustment or reversal proposed"),
    "proposal.approved": _("Adjustment or reversal approved"),
    "proposal.refused": _("Adjustment or reversal refused"),
    "shift.opened": _("Shift opened"),
    "shift.closed": _("Shift closed"),
    "shift.fill": _("Tray filled"),
    "shift.credit": _("Chips sent to the bank"),
    "shift.drop": _("Drop brought to the tray"),
    "month.closed": _("Month closed"),
    "token.made": _("API token made"),
    "token.taken-back": _("API token taken back"),
    "ledger.audited": _("Ledger audited"),
    "conduct.recorded": _("Incident or penalty recorded"),
    "conduct.withdrawn": _("Incident or penalty withdrawn"),
    "webhook.made": _("Webhook made"),
    "webhook.changed": _("Webhook changed"),
    "webhook.redelivered": _("Webhook message sent again"),
}

REGISTRATION = Registration(
    house_rules={_("The club"): ClubRules, _("Membership"): MembershipRules, _("Conduct"): ConductRules},
    club_only=[ClubRules, MembershipRules],
    rights=RIGHTS,
    purposes=PURPOSES,
    decisions=DECISIONS,
    standstills={"books.close": notices.standstills},
)
