"""Notifications to the outside: webhooks and e-mail notices.

A new kind of notification belongs here; events are published by the apps.
"""
