"""What a player at a table does over HTTP: sits down, looks, decides."""

from __future__ import annotations


def sit(client, table, seat, buy_in=5000, key=None):
    return client.post(
        f"/api/v1/tables/{table.pk}/sittings/",
        {"seat": seat, "buy_in": buy_in},
        headers={"Idempotency-Key": key or f"seat {seat}"},
    )


def look(client, table):
    answer = client.get(f"/api/v1/tables/{table.pk}/")
    assert answer.status_code == 200
    return answer.json()


def own_ask(seen):
    return next((ask for ask in seen["hand"]["view"]["asks"] if ask["seat"] == seen["you"]), None)


def decide(client, table, seen, ask, words):
    return client.post(
        f"/api/v1/tables/{table.pk}/decisions/", {"hand": seen["hand"]["id"], "ask": ask["number"], "decision": words}
    )
