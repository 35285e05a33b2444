"""Kinds of events as data, the days of one event, until when one may enter.

What follows from the fields of an event alone belongs here.
"""
