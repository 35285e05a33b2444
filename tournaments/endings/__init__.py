"""Events that end otherwise than by play: called off while they run, reopened after they finished.

What needs a second person to end or reopen an event belongs here.
"""
