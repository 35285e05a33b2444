"""An event announced or changed: its form and the checks of its fields.

A new field of an event is checked here.
"""
