"""What the API of the tournaments answers, as types: events and their clocks, entries, money, seasons, structures.

An answer of an endpoint of the tournaments belongs here, as a `TypedDict`; how types become a schema, in `club.schema.answers`.
"""
