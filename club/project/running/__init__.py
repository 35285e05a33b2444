"""How the club's processes run: forked by one that has imported what they share, and told what is to be done.

What starts processes or decides which work is sent to them belongs here.
"""
