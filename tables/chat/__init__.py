"""What is said at tables: by players and spectators apart, moderated by the floor, kept as long as the house says.

Who may say, read, report and hide what belongs here, with its page and its endpoints.
"""
