"""What staff does for players at cash tables, who need no login for it: seats, chips, the waiting list; each act is taken back.

An act is one entry of `act_list`; how it is taken back is one entry of `take_back`.
"""
