"""The API of the tournaments, and what it reads.

An endpoint of the tournaments belongs here.
"""
