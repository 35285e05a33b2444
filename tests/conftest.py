"""Settings of the suite as a whole."""

from hypothesis import HealthCheck, settings

# A shared machine is slow now and then: a law is broken by a counter-example, never by a deadline. Runs are the same
# every time; a search of its own is `--hypothesis-profile=search`.
settings.register_profile("suite", deadline=None, derandomize=True, suppress_health_check=list(HealthCheck))
settings.register_profile("search", deadline=None, max_examples=2000, suppress_health_check=list(HealthCheck))
settings.load_profile("suite")
