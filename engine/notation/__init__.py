"""Published hands as text (PHH) and as hands of ours.

Another format of hand histories belongs here.
"""
