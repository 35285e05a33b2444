"""How much: payout tables, guarantees, ICM, deals, bounties, league points, season standings. Values in, values out.

A new payout is one entry of `payout_tables.PAYOUTS`; what moves chips belongs in `prizes`.
"""
