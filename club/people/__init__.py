"""Players: who they are, whether they may play, what the floor recorded of their conduct.

A new fact about a player belongs here.
"""
