"""What the club tells whoever listens; it knows nobody by name."""

from django.dispatch import Signal

# Sent after the commit that suspended a player or kept them from playing, with `player_id`. A listener may miss it, in a
# crash between commit and signal; coming to a seat asks `club.people.check_may_play` in any case.
player_barred = Signal()
