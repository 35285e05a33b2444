"""What the books come to: days and months in figures, their closing, statements and receipts as files.

What reads the books and moves no chip belongs here; who moves chips, in `cashier`.
"""
