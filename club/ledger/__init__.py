"""The books: the only writer of chips, the audit that rebuilds every balance, statements and exports.

Whoever moves chips calls `ledger`; nothing else writes them.
"""
