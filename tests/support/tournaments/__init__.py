"""The tournaments: events, their structures, tables and money."""
