"""Whole evenings: recurring events, one played by itself, the demo.

What announces or plays an event without anybody at the desk belongs here.
"""
