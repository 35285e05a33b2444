"""The engine: hands, houses and what they come to, without Django."""
