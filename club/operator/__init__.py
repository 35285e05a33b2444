"""What the operator of an installation needs: backups, restoring them, and a doctor who says what is wrong.

What looks at the machine or at the database as a whole belongs here; `manage.py` commands call it.
"""
