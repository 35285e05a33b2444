"""Pages and API of members, cards, conduct and one's own membership.

A page about a person belongs here.
"""
