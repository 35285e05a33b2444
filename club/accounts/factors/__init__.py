"""Second factors as the database keeps them: their secrets are sealed by keys of the settings.

What is done to the secret of a factor belongs here; who is asked for one, in `accounts`.
"""
