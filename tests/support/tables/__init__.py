"""The tables: what is asked of them, and hands in notations."""
