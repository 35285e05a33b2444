"""The one writer of a hand, settlement by workers, the next deal.

Everything that writes a decision or a result goes through here.
"""
