"""What may be read of the tables, and by whom.

Nothing here writes.
"""
