"""What the club tells whoever listens; it knows nobody by name."""

from django.dispatch import Signal

# Sent after the commit that suspended a player or kept them from playing, with `player_id`. A listener may miss it, in a
# crash between commit and signal: the tables' sweep finds who still sits, and coming to a seat asks
# `club.people.eligibility.check_may_play` in any case.
player_barred = Signal()

# Sent after the commit of a record of conduct, or of its withdrawal, with `penalty`: a `club.people.conduct.Penalty`. A
# listener may miss it, as above; `club.people.conduct.in_force_at` says at any time which penalties stand at a table or
# in a tournament.
conduct_recorded = Signal()

# Sent in the transaction that puts a decision on record, with `entry`: an `AuditEntry`. What a listener writes stands if and only
# if the decision does. Many at once (`audit_log.record_all`) send none.
decision_recorded = Signal()

# Sent in the transaction of a transfer of the desk, with `transfer`, `purpose` (of the ledger, or ``reversal``), `moves` (chips by
# account) and `now`.
desk_posted = Signal()
