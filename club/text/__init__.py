"""How refusals and other messages read: in the reader's language, with the rule that they come from.

Nothing here knows what is refused; messages come with their ids and parameters.
"""
