"""PokerStars text that is read: what we write ourselves, what other rooms' files look like, and what is refused."""
