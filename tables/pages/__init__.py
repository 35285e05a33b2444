"""The pages of the tables.

A page of the tables belongs here; its template is in `templates/tables/`.
"""
