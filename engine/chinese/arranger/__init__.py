"""The best setting of 13 to 17 cards.

Search and valuation belong here; the rules of rows do not.
"""
