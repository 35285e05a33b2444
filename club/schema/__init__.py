"""How answers of the API are declared as types, and read into its schema.

What every app's `answers` folder is made of belongs here; what an endpoint answers, in those.
"""
