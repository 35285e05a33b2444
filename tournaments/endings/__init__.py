"""How events end otherwise than by play alone: by a deal, bagged for another day, called off, reopened.

What players or the floor agree or order about an end belongs here, and who has to approve it.
"""
