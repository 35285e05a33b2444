"""Stays at cash tables: what came to a table and left it where nobody enters hands, how long people sat, what they won.

What is known of chips and hours from counts alone belongs here; who acts on them does not.
"""
