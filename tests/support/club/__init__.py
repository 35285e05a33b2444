"""The club: its members, its desk, its API."""
