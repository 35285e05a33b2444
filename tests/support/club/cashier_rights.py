"""Who may do which thing at the desk."""

from __future__ import annotations

# What each role may do, written out: the table that `apps.py` fills is held against this one.
MAY = {
    "cashier.serve": {"owner", "admin", "cashier"},
    "cashier.approve": {"owner", "admin", "director"},
    "cashier.credit_limit": {"owner", "admin"},
    "books.read": {"owner", "admin", "cashier", "director"},
    "books.close": {"owner", "admin"},
    "ledger.audit": {"owner", "admin", "cashier"},
    "": {"owner", "admin", "director", "dealer", "cashier", "reception", "player"},
}
