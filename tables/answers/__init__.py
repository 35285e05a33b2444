"""What the API of the tables answers, as types: tables, hands of every game, asks and results.

An answer of an endpoint of the tables belongs here, as a `TypedDict`; how types become a schema, in `club.schema.answers`.
"""
