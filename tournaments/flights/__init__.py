"""Flights, their bags, and the Day 2 that merges them.

What happens between two days of an event belongs here.
"""
