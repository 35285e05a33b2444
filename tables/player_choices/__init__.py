"""What players choose for themselves at a table, and have the server keep.

A choice of one player that concerns nobody else's chips or cards belongs here; what acts on it stands where the act is.
"""
