"""The big screen of an event: how it is arranged, what it shows beside the clock, and the director's remote.

What is shown on a wall or pressed on a phone belongs here; what the floor does, in `floor`.
"""
