"""Pages and API of the desk, the books, house rules, the record and webhooks, and the frame of every page.

A page that is not about a person belongs here.
"""
