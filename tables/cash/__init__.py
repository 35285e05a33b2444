"""A cash table around its hands: seats, blinds, waiting lists, time charge, moves, mixes.

What a room does between two hands belongs here.
"""
