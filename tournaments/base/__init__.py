"""Refusals, and the words for fields of a sheet.

What every other folder of the tournaments needs belongs here.
"""
