"""What people see of jackpots, and where the desk approves, refuses and takes back what hands have won.

The page and the endpoints of jackpots belong here; what is won and paid, in `jackpots`.
"""
