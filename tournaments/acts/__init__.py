"""Every act on an event, one value each: its right, its fields, what does it, its words, how it is taken back.

A new act is one value in the module of its subject and one entry of `registry`; page, API and rights follow.
"""
