"""Logins and tokens: how a person gets in, and how a program does.

A new way to log in belongs here.
"""
