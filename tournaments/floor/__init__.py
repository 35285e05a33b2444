"""What the director does by hand, and how it is taken back.

A new act of the floor is one entry of `action_list`.
"""
