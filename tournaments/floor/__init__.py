"""What the director does by hand, and how it is taken back.

What `acts` calls belongs here, and what the floor is shown; an act itself is a value in `acts`.
"""
