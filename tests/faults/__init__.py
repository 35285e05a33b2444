"""A club in play whose processes and servers are killed at random moments, and what must be true afterwards."""
