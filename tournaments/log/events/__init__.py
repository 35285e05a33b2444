"""Kinds of lines of the log, one class each: its fields, how it changes the state, how it is taken back, its words.

A new kind of line is one class in the module of its subject, and one entry of `registry.CLASSES`.
"""
