"""The API of the tables.

An endpoint of the tables belongs here, beside its subject's.
"""
