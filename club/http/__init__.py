"""Requests and answers: errors as problems or pages, a busy database, what is asked once a request, addresses called.

What every request passes through, or every address called from here, belongs here.
"""
