"""Private tables: opened by members where the club allows it, found by a link or a password and by nobody else.

Who may open one, who is let in and who is kept out belongs here; what the admitted see is told everywhere else as of any table.
"""
