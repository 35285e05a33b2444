"""Signs of play that is not honest, one module each: a statistic with its threshold, its evidence and its honest explanations.

A statistic belongs here, and the entry of `tables.integrity.sign_list` that names it; what several share, in `rates` and `chance`.
"""
