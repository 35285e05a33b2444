"""PostgreSQL as this project asks it: Django's own backend, but for how it sees whether a kept connection still stands.

Django finds a backend by the name of its folder and the module `base` in it.
"""
