"""How hands rank: high, low, badugi, Omaha, wild cards, each as one int.

A new ranking is one value in `rankings`; what it is worth in chips is decided elsewhere.
"""
