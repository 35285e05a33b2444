"""Integrity of play for whoever runs the club: rows read into facts, looked over each night, and what people note.

What reads rows for the signs of `tables.integrity` or shows what they find belongs here; a statistic does not.
"""
