"""Shared sets: signed, read without trust, looked at before they are taken in, taken in whole and taken back."""

from __future__ import annotations

import base64
import copy
import json
from random import Random
from typing import Any

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from django.db import transaction
from hypothesis import given
from hypothesis import strategies as st

from club.base.errors import ClubError
from club.house import house_rules
from club.models import AuditEntry, RuleValue, User
from engine.house_rules import PRESETS
from tests.tournaments.conftest import SHEET, Evening
from tournaments.base.errors import Refused
from tournaments.gallery import keys, ready_sets, shared_sets, signed_files
from tournaments.gallery.signed_files import BadFile, SharedSet
from tournaments.models import KnownKey, SharedSetImport, SigningKey, Structure

THEIRS = bytes(range(32))
CONTENT: dict[str, Any] = {
    "title": "Our rules", "author": "Ann", "club": "Other Club", "licence": "CC-BY-4.0", "date": "2026-07-01",
    "rules": {"PlayRules.raise_cap": 3, "TableRules.button": "winner"}, "structures": [],
}  # fmt: skip


def shared(**more: Any) -> SharedSet:
    return signed_files.checked({**CONTENT, **more})


def document(private: bytes = THEIRS, **more: Any) -> dict[str, Any]:
    return signed_files.signed(shared(**more), private)


def from_file(private: bytes = THEIRS, **more: Any) -> SharedSet:
    return signed_files.read(json.dumps(document(private, **more)))


@pytest.fixture
def owner(evening: Evening) -> User:
    user = evening.person("ola", role="owner").user
    assert user is not None
    return user


def own_value(full: str) -> Any:
    found = RuleValue.objects.filter(scope="club", key=full).order_by("-version").first()
    return None if found is None else found.value


# -- the file ---------------------------------------------------------------------------------------------------------

TEXT = st.text(st.characters(categories=("L", "N", "P")), min_size=1, max_size=20)
VALUE = st.booleans() | st.integers(-(10**20), 10**20) | TEXT
RULES = st.dictionaries(TEXT, VALUE, min_size=1, max_size=6)
SHEETS = st.lists(st.dictionaries(TEXT, VALUE | st.lists(VALUE, max_size=3) | st.none(), max_size=4), max_size=3)


@given(RULES, SHEETS, st.sampled_from(signed_files.LICENCES), st.binary(min_size=32, max_size=32), st.integers(0, 4))
def test_law_a_set_comes_back_from_its_file_however_that_is_laid_out(
    rules: Any, sheets: Any, licence: str, private: bytes, indent: int
) -> None:
    made = document(private, rules=rules, structures=sheets, licence=licence)
    laid_out = json.dumps(dict(reversed(made.items())), indent=indent, ensure_ascii=bool(indent))
    found = signed_files.read_bytes(b"\xef\xbb\xbf" + laid_out.encode())
    assert (dict(found.rules), [*map(dict, found.structures)], found.licence) == (rules, sheets, licence)
    assert found.public == Ed25519PrivateKey.from_private_bytes(private).public_key().public_bytes_raw()


def leaves(value: Any, path: tuple[Any, ...] = ()) -> list[tuple[Any, ...]]:
    if isinstance(value, dict):
        return [found for key, one in value.items() for found in leaves(one, (*path, key))]
    if isinstance(value, list):
        return [found for at, one in enumerate(value) for found in leaves(one, (*path, at))]
    return [path]


def test_whatever_is_changed_in_a_file_is_found_out() -> None:
    made = document(structures=[SHEET])
    for path in leaves(made):
        if path == ("format",) or path == ("version",):
            continue
        changed = copy.deepcopy(made)
        place = changed
        for step in path[:-1]:
            place = place[step]
        old = place[path[-1]]
        place[path[-1]] = not old if isinstance(old, bool) else old + 1 if isinstance(old, int) else f"{old}x"
        with pytest.raises(BadFile):
            signed_files.read(json.dumps(changed))
    del made["content"]["rules"]["TableRules.button"]
    with pytest.raises(BadFile, match="changed after it was signed"):
        signed_files.verified(made)


def test_another_key_in_the_file_does_not_fit_the_signature() -> None:
    mine, theirs = document(), document(bytes(32))
    with pytest.raises(BadFile, match="changed after"):
        signed_files.verified({**mine, "key": theirs["key"]})


@pytest.mark.parametrize(
    "encoded",
    [
        "01" + "00" * 31, "ec" + "ff" * 30 + "7f", "00" * 32, "00" * 31 + "80", "ed" + "ff" * 30 + "7f", "ee" + "ff" * 30 + "7f",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc05",
        "26e8958fc2b227b045c3f489f2ef98f0d5dfac05d3c63339b13802886d53fc85",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac037a",
        "c7176a703d4dd84fba3c0b760d10670f2a2053fa2c39ccc64ec7fd7792ac03fa",
    ],
)  # fmt: skip
def test_a_key_by_which_anybody_could_sign_is_none(encoded: str) -> None:
    key = base64.b64encode(bytes.fromhex(encoded)).decode()
    with pytest.raises(BadFile, match="no public key"):
        signed_files.verified({**document(), "key": key})


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "no JSON"),
        ("[]", "no shared set"),
        ('{"format": "other"}', "no shared set"),
        ('{"format": "cardhouse gallery", "version": 2}', "format version 2"),
        ('{"format": "cardhouse gallery", "version": true}', "format version"),
        ('{"format": "cardhouse gallery", "version": 1, "version": 1}', "twice"),
        ('{"format": "cardhouse gallery", "version": 1, "content": {}}', "no signature"),
        ('{"a": NaN}', "no JSON"),
        ('{"a": ' + "9" * 5_000 + "}", "no JSON"),
        ("[" * 13 + "]" * 13, "nested too deeply"),
        ('{"a": "' + "x" * signed_files.MOST_BYTES + '"}', "too long"),
    ],
)
def test_what_is_no_file_of_a_gallery_says_so(text: str, why: str) -> None:
    with pytest.raises(BadFile, match=why):
        signed_files.read(text)


@pytest.mark.parametrize("data", [b"\xff\xfe{}", "家".encode("cp932"), b"x" * (signed_files.MOST_BYTES + 1)])
def test_bytes_that_are_no_utf_8_or_too_many_are_refused(data: bytes) -> None:
    with pytest.raises(BadFile):
        signed_files.read_bytes(data)


@pytest.mark.parametrize(
    ("more", "field"),
    [
        ({"title": ""}, "title"), ({"title": "x" * 201}, "title"), ({"author": "\u200b"}, "author"), ({"club": "a\u202eb"}, "club"),
        ({"club": "a\x00b"}, "club"),
        ({"licence": "GPL"}, "licence"), ({"licence": ["MIT"]}, "licence"), ({"date": "2026-13-01"}, "date"),
        ({"date": "20260701"}, "date"), ({"rules": []}, "rules"), ({"rules": {"a": None}}, "rules"),
        ({"rules": {"a": [1]}}, "rules"),
        ({"rules": {str(at): 1 for at in range(501)}}, "rules"), ({"structures": {}}, "structures"),
        ({"structures": [SHEET] * 51}, "structures"), ({"structures": [1]}, "structures"),
    ],
)  # fmt: skip
def test_a_content_that_cannot_be_names_its_field(more: dict[str, Any], field: str) -> None:
    with pytest.raises(BadFile) as refusal:
        shared(**more)
    assert refusal.value.params["field"] == field


def test_fractions_are_in_no_file() -> None:
    with pytest.raises(BadFile, match="whole numbers"):
        document(structures=[{**SHEET, "x": [{"y": 1.5}]}])


# -- in and out -------------------------------------------------------------------------------------------------------


def test_a_set_of_an_unknown_key_is_taken_in_once_it_is_accepted_and_then_it_is_known(
    evening: Evening, owner: User
) -> None:
    who = {"by": owner, "now": evening.now}
    found = shared_sets.look(from_file(), now=evening.now)
    assert (found.signer.standing, found.wrong) == ("unknown", 0)
    assert [(one.standing.full, one.standing.value, one.after) for one in found.changes] == [
        ("PlayRules.raise_cap", 4, 3), ("TableRules.button", "dead", "winner"),
    ]  # fmt: skip
    with pytest.raises(Refused, match="not known"):
        shared_sets.take(from_file(), is_accepted=False, **who)
    assert (KnownKey.objects.count(), own_value("PlayRules.raise_cap")) == (0, None)
    shared_sets.take(from_file(), is_accepted=True, **who)
    assert (own_value("PlayRules.raise_cap"), own_value("TableRules.button")) == (3, "winner")
    assert keys.signer_of(from_file(club="We are the Other Club")).name == "Other Club"
    assert shared_sets.look(from_file(), now=evening.now).is_empty
    assert keys.signer_of(from_file(bytes(32))).standing == "unknown"
    keys.forget(KnownKey.objects.get().pk, **who)
    assert keys.signer_of(from_file()).standing == "unknown"
    kinds = {*AuditEntry.objects.filter(kind__startswith="gallery.").values_list("kind", flat=True)}
    assert kinds == {"gallery.key-accepted", "gallery.taken-in", "gallery.key-forgotten"}


def test_a_look_changes_nothing(evening: Evening, owner: User) -> None:
    before = (
        RuleValue.objects.count(),
        Structure.objects.count(),
        AuditEntry.objects.count(),
        SigningKey.objects.count(),
    )
    shared_sets.look(from_file(structures=[{**SHEET, "id": "other"}]), now=evening.now)
    assert (
        RuleValue.objects.count(),
        Structure.objects.count(),
        AuditEntry.objects.count(),
        SigningKey.objects.count(),
    ) == before


def test_a_rule_that_there_is_not_one_of_a_house_and_a_value_that_cannot_be_are_refused_by_name(
    evening: Evening, owner: User
) -> None:
    rules = {
        "PlayRules.raise_cup": 3, "x" * 5_000: 1, "ClubRules.chip_price": 5, "PlayRules.raise_cap": 7, "PlayRules.burns": 1,
        "TableRules.button": "moving",
    }  # fmt: skip
    found = shared_sets.look(from_file(rules=rules), now=evening.now)
    assert [*found.refused] == [
        "PlayRules.raise_cap",
        "PlayRules.burns",
        "PlayRules.raise_cup",
        "x" * 5_000,
        "ClubRules.chip_price",
    ]
    assert "perhaps PlayRules.raise_cap is meant" in str(found.refused["PlayRules.raise_cup"])
    assert "0, 3, 4, 5" in str(found.refused["PlayRules.raise_cap"])
    with pytest.raises(Refused, match="5 things"):
        shared_sets.take(from_file(rules=rules), is_accepted=True, by=owner, now=evening.now)
    assert (own_value("TableRules.button"), KnownKey.objects.count()) == (None, 0)


def test_values_that_cannot_stand_together_are_told_before_they_are_taken_in(evening: Evening) -> None:
    rules = {"SeatingRules.opens_above": 8, "SeatingRules.opens_above_alone": 4}
    assert [*shared_sets.look(from_file(rules=rules), now=evening.now).refused] == [""]
    assert own_value("SeatingRules.opens_above") is None


@pytest.mark.parametrize(
    "sheet", [{}, {"id": "a b", "name": "A"}, {"id": "a"}, {**SHEET, "items": []}, {**SHEET, "starting_chips": -1}]
)
def test_a_sheet_that_is_none_is_refused(evening: Evening, owner: User, sheet: dict[str, Any]) -> None:
    found = shared_sets.look(from_file(structures=[sheet]), now=evening.now)
    assert found.wrong == 1
    with pytest.raises(ClubError):
        shared_sets.take(from_file(structures=[sheet]), is_accepted=True, by=owner, now=evening.now)


def test_what_was_taken_in_is_taken_back_but_for_what_was_changed_since(evening: Evening, owner: User) -> None:
    who = {"by": owner, "now": evening.now}
    mine = evening.structure()
    house_rules.change({"PlayRules.raise_cap": 5}, by=owner, now=evening.now)
    theirs = [{**mine.sheet, "name": "Theirs"}, {**SHEET, "id": "new"}, {**SHEET, "id": "touched"}]
    taken = shared_sets.take(from_file(structures=theirs), is_accepted=True, **who)
    assert Structure.objects.get(pk=mine.pk).name == "Theirs"
    house_rules.change({"TableRules.button": "moving"}, by=owner, now=evening.now)
    evening.structure(id="touched", name="Touched")
    done = shared_sets.take_back(taken.pk, **who)
    assert (done.undone, done.left) == (2, ("TableRules.button", "new", "touched"))
    assert (own_value("PlayRules.raise_cap"), own_value("TableRules.button")) == (5, "moving")
    assert Structure.objects.get(pk=mine.pk).sheet == mine.sheet
    with pytest.raises(Refused, match="already"):
        shared_sets.take_back(taken.pk, **who)
    with pytest.raises(Refused, match="no such import"):
        shared_sets.take_back(0, **who)


@given(st.lists(st.sampled_from([0, 3, 4, 5]), min_size=1, max_size=4), st.randoms(use_true_random=False))
def test_law_sets_taken_back_in_any_order_leave_nothing_behind(
    evening: Evening, owner: User, values: list[int], dice: Random
) -> None:
    who = {"by": owner, "now": evening.now}
    mine, cap = evening.structure(), own_value("PlayRules.raise_cap")
    with transaction.atomic():
        made = []
        for at, value in enumerate(values):
            theirs = [{**mine.sheet, "name": f"Theirs {at}"}]
            found = from_file(rules={"PlayRules.raise_cap": value}, structures=theirs)
            made.append(shared_sets.take(found, is_accepted=True, **who))
        dice.shuffle(made)
        for taken in made:
            shared_sets.take_back(taken.pk, **who)
        assert own_value("PlayRules.raise_cap") == cap
        assert Structure.objects.get(pk=mine.pk).sheet == mine.sheet
        transaction.set_rollback(True)


def test_what_a_later_set_says_too_stays_when_an_earlier_one_is_taken_back(evening: Evening, owner: User) -> None:
    who = {"by": owner, "now": evening.now}
    made = [
        shared_sets.take(from_file(rules={"PlayRules.raise_cap": value}), is_accepted=True, **who)
        for value in (3, 4, 3)
    ]
    assert shared_sets.take_back(made[0].pk, **who).left == ("PlayRules.raise_cap",)
    assert own_value("PlayRules.raise_cap") == 3


def test_a_set_with_a_sheet_twice_is_refused(evening: Evening) -> None:
    found = shared_sets.look(from_file(structures=[SHEET, {**SHEET, "name": "Another"}]), now=evening.now)
    assert [sheet.why is None for sheet in found.sheets] == [True, False]
    assert found.wrong == 1


def test_what_a_club_shares_is_what_it_has_set_and_nothing_of_the_house_itself(evening: Evening, owner: User) -> None:
    house_rules.change(
        {"ClubRules.chip_price": 5, "PlayRules.raise_cap": 3, "ClubRules.adjust_alone": 7}, by=owner, now=evening.now
    )
    mine = evening.structure()
    made = shared_sets.make(
        "Ours", "Ann", "CC0-1.0", has_rules=True, structures=[mine.key], by=owner, source="", now=evening.now
    )
    found = signed_files.read(json.dumps(made))
    assert dict(found.rules)["PlayRules.raise_cap"] == 3
    assert "ClubRules.chip_price" not in found.rules
    assert [dict(one) for one in found.structures] == [mine.sheet]
    seen = shared_sets.look(found, now=evening.now)
    assert (seen.signer.standing, seen.is_empty) == ("own", True)
    again = shared_sets.make(
        "Ours", "Ann", "MIT", has_rules=False, structures=[mine.key], by=owner, source="", now=evening.now
    )
    assert again["key"] == made["key"]
    assert SigningKey.objects.get().private not in json.dumps(made)


@pytest.mark.parametrize("name", [*ready_sets.WORDS])
def test_a_set_that_comes_along_can_be_taken_in_and_back(evening: Evening, owner: User, name: str) -> None:
    shared_set = ready_sets.ready_set(name)
    found = shared_sets.look(shared_set, now=evening.now)
    assert (found.wrong, found.signer.standing, bool(shared_set.sources)) == (0, "cardhouse", True)
    taken = shared_sets.take(shared_set, is_accepted=False, by=owner, now=evening.now)
    assert shared_sets.look(shared_set, now=evening.now).is_empty
    new = tuple(one["key"] for one in taken.structures)
    assert shared_sets.take_back(taken.pk, by=owner, now=evening.now).left == new


def test_every_preset_that_differs_from_the_defaults_is_a_set() -> None:
    assert {*PRESETS} - {"standard"} <= {*ready_sets.ready_sets()}


# -- page and API -----------------------------------------------------------------------------------------------------


def test_the_page_shows_a_file_takes_it_in_and_back(evening: Evening, owner: User, client: Any) -> None:
    client.force_login(owner)
    from django.core.files.uploadedfile import SimpleUploadedFile

    text = json.dumps(document(club="<b>Other</b>"), indent=1)
    looked = client.post("/gallery/", {"file": SimpleUploadedFile("g.json", text.encode())})
    told = looked.content.decode()
    assert (looked.status_code, looked.context["look"].signer.standing) == (200, "unknown")
    assert "&lt;b&gt;Other&lt;/b&gt;" in told
    assert signed_files.fingerprint(from_file().public) in told
    refused = client.post("/gallery/take/", {"text": looked.context["text"]})
    assert (refused.status_code, SharedSetImport.objects.count()) == (409, 0)
    assert client.post("/gallery/take/", {"text": text.replace("\n", "\r\n"), "accept": "yes"}).status_code == 302
    taken = SharedSetImport.objects.get()
    assert client.post(f"/gallery/imports/{taken.pk}/take-back/").status_code == 302
    assert own_value("PlayRules.raise_cap") is None
    assert client.post(f"/gallery/keys/{KnownKey.objects.get().pk}/forget/").status_code == 302
    assert client.post(f"/gallery/keys/{2**63 - 1}/forget/").status_code == 302
    for form in ({}, {"text": "x"}, {"set": "none"}, {"text": text.replace("Ann", "Bob")}):
        assert client.post("/gallery/", form).status_code in (404, 422)
        assert client.post("/gallery/take/", form).status_code in (404, 422)


def test_the_page_makes_a_file_that_can_be_read(evening: Evening, owner: User, client: Any) -> None:
    client.force_login(owner)
    mine = evening.structure()
    form = {"title": "Ours", "author": "Ann", "licence": "CC0-1.0", "rules": "yes", "structures": mine.key}
    answer = client.post("/gallery/share/", form)
    assert signed_files.read_bytes(answer.content).title == "Ours"
    assert signed_files.fingerprint(keys.own_public()) in client.get("/gallery/").content.decode()
    assert client.post("/gallery/share/", {**form, "licence": "mine"}).status_code == 422
    assert client.post("/gallery/share/", {**form, "structures": "none"}).status_code == 404


def test_the_api_does_the_same(evening: Evening, owner: User) -> None:
    api = evening.client(evening.person("olo", role="owner"))
    sent = {"file": document(structures=[{**SHEET, "id": "other"}])}
    seen = api.post("/api/v1/gallery/look/", sent, format="json").json()
    assert (seen["signer"], [one["state"] for one in seen["structures"]], len(seen["changes"])) == (
        "unknown",
        ["new"],
        2,
    )
    assert api.post("/api/v1/gallery/take/", sent, format="json").status_code == 409
    taken = api.post("/api/v1/gallery/take/", {**sent, "accept": True}, format="json")
    assert taken.status_code == 201
    listed = api.get("/api/v1/gallery/").json()
    assert ([one["title"] for one in listed["imports"]], [one["club"] for one in listed["keys"]]) == (
        ["Our rules"],
        ["Other Club"],
    )
    back = api.post(f"/api/v1/gallery/imports/{taken.json()['id']}/take-back/").json()
    assert back == {"undone": 2, "left": ["other"]}
    assert api.delete(f"/api/v1/gallery/keys/{listed['keys'][0]['id']}/").status_code == 204
    made = api.post(
        "/api/v1/gallery/share/",
        {"title": "T", "author": "A", "licence": "MIT", "structures": [evening.structure().key]},
        format="json",
    )
    assert signed_files.verified(made.json()).title == "T"
    for wrong in ({}, {"file": []}, {"file": {}}, {"set": "none"}, {"file": {**sent["file"], "key": "x"}}):
        assert api.post("/api/v1/gallery/look/", wrong, format="json").status_code in (400, 404, 422)


def test_only_the_owner_comes_in(evening: Evening, client: Any) -> None:
    client.force_login(evening.person("dan", role="director").user)
    assert client.get("/gallery/").status_code == 403
    assert client.post("/gallery/take/", {"set": "jopt"}).status_code == 403
