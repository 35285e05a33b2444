"""The pages of the tournaments.

A page of the tournaments belongs here; its template is in `templates/tournaments/`.
"""
