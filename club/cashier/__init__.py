"""The cashier's desk: chips in, out, and on credit; shifts, slips, approvals, months.

A new desk action is one entry in `desk_actions`.
"""
