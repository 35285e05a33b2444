"""How people join, their cards and photographs, files of members, merging and erasing.

What happens to a membership as a whole belongs here.
"""
