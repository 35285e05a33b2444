"""Word to the outside: webhooks and e-mail notices.

A new kind of message belongs here; events are published by the apps.
"""
