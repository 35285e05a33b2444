"""Hands and games as people write them: published hands (PHH) read and written, what games are called.

Another format of hand histories belongs here.
"""
