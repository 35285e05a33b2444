"""Pages of the owner: the club itself, its first evening, phones in the room, the manual.

A page by which a club is set up belongs here.
"""
