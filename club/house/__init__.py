"""The house: its rules and their versions, rights, the record of decisions, its day and its time zone.

A new house rule of the club is one field here.
"""
