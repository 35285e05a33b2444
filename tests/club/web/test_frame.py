"""The frame around every page, and what is looked for at the club's own address."""

from __future__ import annotations

import pytest


@pytest.mark.django_db
def test_whoever_looks_for_a_stream_here_is_sent_to_where_the_streams_are(client, settings):
    settings.STREAMS_URL = "http://testserver:8001"
    answer = client.get("/streams/table:7,chat:7")
    assert (answer.status_code, answer["Location"]) == (302, "http://testserver:8001/streams/table:7,chat:7")
    assert (
        client.get("/streams/" + "%0d%0aa%3fb%23").headers.get("Location")
        == "http://testserver:8001/streams/%0D%0Aa%3Fb%23"
    )
    settings.STREAMS_URL = "http://testserver"
    assert client.get("/streams/table:7").status_code == 404
    assert client.post("/streams/table:7").status_code == 405
