"""How the texts of settings are read, each kind of value by a function of its own.

A new kind of value belongs here; the settings themselves are fields of `environment`.
"""
