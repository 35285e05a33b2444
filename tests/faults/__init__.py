"""A club in play whose processes, servers, disk and clock fail at random moments, and what must be true afterwards."""
