"""How long a test waits for what is sure to come, on a machine that does other things as well."""

PATIENCE = 300.0  # seconds; reached only where something is broken
