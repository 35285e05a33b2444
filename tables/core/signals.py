"""What the tables tell whoever listens; they know nobody by name."""

from django.dispatch import Signal

# Sent after the commit that settled (or called off) a hand, with `hand_id`. A listener may miss it, in a crash between
# commit and signal, so whoever depends on it also looks in the database.
hand_resolved = Signal()

# Sent after the commit that marked a hand whose settlement was refused, with `hand_id`, `owner` of its table and `now`.
hand_refused = Signal()

# Sent after the commit with which a hand entered at its table was over and waits for a worker, with `owner` of the table.
hand_entered = Signal()
