"""Words of hands and rulings, and charts.

A sentence of the engine that players read gets its Japanese here.
"""
