"""Cash tables broken and closed, and players moved from a feeder to its main table.

What the house does with whole cash tables belongs here; what happens at one seat, in `cash`.
"""
