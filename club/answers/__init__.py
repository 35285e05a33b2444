"""What the API of the club answers, as types: every field with its unit, and when it is null.

An answer of an endpoint of the club belongs here, as a `TypedDict`; how types become a schema, in `club.schema.answers`.
"""
