"""Words know the text that they are worded from, and programs are told it."""

from __future__ import annotations

import copy
import json
import pickle

from django.utils import translation

from club.base.errors import ClubError
from club.base.phrases import Phrase, gettext, joined
from club.http import problems

TEXT = "There is no player %(n)d."


def refused(message: str) -> dict[str, object]:
    return problems.refusal(ClubError("unknown_player", message, 404), "/api/v1/players/7/")


def test_a_refusal_tells_its_text_and_what_fills_it_in_every_language() -> None:
    told = {}
    for language in ("en", "ja"):
        with translation.override(language):
            told[language] = refused(gettext(TEXT) % {"n": 7})
    assert {one["message_id"] for one in told.values()} == {TEXT}
    assert [one["params"] for one in told.values()] == [{"n": 7}, {"n": 7}]
    assert told["en"]["detail"] == "There is no player 7."
    assert told["ja"]["detail"] != told["en"]["detail"]


def test_phrases_within_phrases_and_several_together_keep_their_texts() -> None:
    with translation.override("en"):
        one = gettext(TEXT) % {"n": 7}
        outer = gettext("Not now: %(why)s.") % {"why": one}
        told, both = refused(outer), refused(joined([one, outer]))
    inner = {"id": TEXT, "params": {"n": 7}}
    assert (told["message_id"], told["params"]) == ("Not now: %(why)s.", {"why": inner})
    assert both["detail"] == f"{one} {outer}"
    assert both["params"] == {"phrases": [inner, {"id": "Not now: %(why)s.", "params": {"why": inner}}]}
    json.dumps(both)


def test_what_the_text_does_not_name_is_no_parameter_of_it() -> None:
    assert refused(gettext(TEXT) % {"n": 7, "other": 1})["params"] == {"n": 7}


def test_words_without_a_text_have_no_id() -> None:
    assert not {"message_id", "params"} & refused("as it was typed").keys()


def test_a_phrase_is_words_wherever_words_go() -> None:
    phrase = gettext(TEXT) % {"n": 7}
    assert isinstance(phrase, Phrase)
    for other in (copy.copy(phrase), pickle.loads(pickle.dumps(phrase))):  # our own
        assert (other, other.text, other.params) == (phrase, TEXT, {"n": 7})
    assert phrase == str(phrase)
    assert {phrase: 1}[str(phrase)] == 1
    assert gettext("100 %% of %s") % "it" == "100 % of it"
