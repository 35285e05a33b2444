"""What the rules of prizes, structures and seats say to people: each sentence once, by its id, with what fills it.

The English of their refusals and findings belongs here; who speaks another language words the same messages anew.
"""
