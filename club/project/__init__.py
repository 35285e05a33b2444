"""The wiring: settings, addresses, servers, workers. Apps are reached by name only."""
