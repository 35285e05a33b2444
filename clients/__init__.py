"""Typed clients of the API, made from its schema. Nothing of the club imports them."""
