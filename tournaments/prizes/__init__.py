"""Money of an event: escrow, tickets, prizes, bounties, deals, receipts.

Whatever moves an event's chips belongs here.
"""
