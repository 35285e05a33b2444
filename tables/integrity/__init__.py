"""Integrity of play: what hands, visits and seats are looked over for, without a row or a clock; values in, findings out.

A new sign is one module in `signs` and one entry of `sign_list`; reading rows and showing findings belongs in `integrity_desk`.
"""
