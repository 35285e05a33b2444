"""Structure sheets: read, generated, edited, looked over; the clock and the forecast.

What concerns levels and breaks belongs here.
"""
