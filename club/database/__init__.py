"""The database as the program speaks to it: many rows in one statement, statements kept, functions in `.sql` files.

What knows SQL and no player or chip belongs here.
"""
