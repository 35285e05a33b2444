"""What the engine says to people: each sentence once, by its id, with what fills it.

The English of refusals and of offers belongs here; who speaks another language words the same messages anew.
"""
