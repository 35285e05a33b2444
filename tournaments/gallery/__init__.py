"""Sets of house rules and structures that clubs share: signed files, the keys that signed them, and what they would change.

What reads, makes, takes in or takes back a shared set belongs here.
"""
