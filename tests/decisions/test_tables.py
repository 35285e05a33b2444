"""What is decided at tables is on record: who, from where, what."""

from __future__ import annotations

import pytest

from tests.support.budget import sweep
from tests.support.decisions.record import TABLES, check_on_record, stories_of
from tests.support.decisions.world import (
    Story,
)

pytestmark = pytest.mark.django_db


@sweep("story", stories_of(*TABLES), ids=lambda story: f"{story.door} {story.kind}")
def test_what_is_decided_is_on_record_with_who_and_from_where(story: Story) -> None:
    check_on_record(story)
