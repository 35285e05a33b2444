"""Prize tables, pools, ICM, deals, bounties, points, season standings. Values in, values out.

A new payout is one entry of `PAYOUTS`.
"""
