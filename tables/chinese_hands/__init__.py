"""Chinese hands at a table: what is entered of one, what a placing comes to, which setting is best.

What concerns Chinese poker alone belongs here; what every hand needs, in `hand`.
"""
