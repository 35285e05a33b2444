"""Points and payments of Chinese hands, and their notation.

A new way to score or to settle belongs here.
"""
