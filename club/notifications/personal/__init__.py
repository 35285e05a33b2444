"""What calls a player in person, besides web push: chosen by each, through the same rows.

A way to reach one member belongs here; who may be told of the club's events stands in `adapters`.
"""
