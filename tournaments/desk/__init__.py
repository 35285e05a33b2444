"""What players and the desk do about entries: registering, buying, check-in; and what follows from it at the tables at once.

A door by which somebody enters, buys or comes belongs here; what an entry is, in `entries`.
"""
