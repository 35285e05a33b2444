"""What boards that are not full yet come to: over cards to come, and as learned from play.

How a placing is judged before its rows are full belongs here; who decides is in `play`.
"""
