"""Structures pasted as text from web pages: lines, headings, amounts and breaks, in English and Japanese.

What reads a line of such a text belongs here. Values in, values out.
"""
