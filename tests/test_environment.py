"""Settings that an operator makes are typed and checked before anything starts."""

from __future__ import annotations

import dataclasses
import os
import subprocess
import sys
import unicodedata
from ipaddress import ip_network
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from club.project.environment import BadSettings, Environment, document, read
from club.project.values.openid_values import MOST

ROOT = Path(__file__).parents[1]
NAMES = [field.name.upper() for field in dataclasses.fields(Environment)]


def test_an_empty_environment_has_the_defaults():
    assert read({}) == Environment()
    assert read(dict.fromkeys(NAMES, "")) == Environment()


def test_values_are_typed():
    given_values = {
        "HTTPS": "true",
        "WEB_ORIGIN": "https://club.example.org/",
        "ALLOWED_HOSTS": "club.example.org, 10.0.0.7",
        "TRUSTED_PROXIES": "172.28.0.2, 10.0.0.0/8",
        "TIME_ZONE": "Europe/Berlin",
    }
    found = read(given_values)
    assert found.https is True
    assert found.web_origin == "https://club.example.org"
    assert found.allowed_hosts == ("club.example.org", "10.0.0.7")
    assert found.trusted_proxies == (ip_network("172.28.0.2"), ip_network("10.0.0.0/8"))
    assert found.time_zone == "Europe/Berlin"


@pytest.mark.parametrize(
    ("name", "text", "right"),
    [
        ("DEBUG", "maybe", "true or false"),
        ("TRUSTED_PROXIES", "1", "addresses or networks of your own proxies"),
        ("TRUSTED_PROXIES", "0.0.0.0/0", "addresses or networks of your own proxies"),
        ("TRUSTED_PROXIES", "::/0", "addresses or networks of your own proxies"),
        ("TRUSTED_PROXIES", "10.0.0.1/8", "addresses or networks of your own proxies"),
        ("TIME_ZONE", "Tokyo", "Asia/Tokyo"),
        ("TIME_ZONE", "../../etc/passwd", "Asia/Tokyo"),
        ("WEB_ORIGIN", "club.example.org", "https://club.example.org"),
        ("WEB_ORIGIN", "https://club.example.org/pages", "without a path"),
        ("WEB_ORIGIN", "http://[club", "an address of the web"),
        ("ALLOWED_HOSTS", "https://club.example.org", "without http://"),
        ("DATABASE_URL", "mysql://localhost/club", "postgresql://"),
        ("REDIS_URL", "localhost:6379", "redis://"),
        ("EMAIL_URL", "mail.example.org", "smtp+tls://"),
        ("EMAIL_VERIFICATION", "perhaps", "none, optional, mandatory"),
        ("LOG_LEVEL", "loud", "DEBUG, INFO"),
    ],
)
def test_a_value_that_cannot_be_names_itself_and_what_would_be_right(name, text, right):
    with pytest.raises(BadSettings) as refused:
        read({name: text})
    assert str(refused.value).startswith(name)
    assert right in str(refused.value)


def test_tls_and_a_plain_origin_contradict_each_other():
    with pytest.raises(BadSettings, match="WEB_ORIGIN must begin with https://"):
        read({"HTTPS": "true", "WEB_ORIGIN": "http://club.example.org"})


def test_all_faults_are_named_at_once_and_no_secret_is_shown():
    with pytest.raises(BadSettings) as refused:
        read({"DEBUG": "maybe", "LOG_LEVEL": "loud", "DATABASE_URL": "mysql://club:password@db/club"})
    lines = str(refused.value).splitlines()
    assert [line.split()[0] for line in lines] == ["DEBUG", "DATABASE_URL", "LOG_LEVEL"]
    assert "password" not in str(refused.value).replace("smtp+tls://user:password", "")


@given(st.dictionaries(st.sampled_from(NAMES), st.text(max_size=40), max_size=4))
def test_law_whatever_is_set_is_read_or_refused_in_words(variables):
    try:
        words = ""
        read(variables)
    except BadSettings as refusal:
        words = str(refusal)
    assert all(line.split()[0] in NAMES and "must" in line for line in words.split("\n") if words)


# -- providers of OpenID Connect ----------------------------------------------------------------------------------------


def providers(*keys: str, **changed: str) -> dict[str, str]:
    """The variables of providers of these short names, some of them changed."""
    whole = {"OPENID_PROVIDERS": ",".join(keys)}
    for key in keys:
        begins = f"OPENID_{key.upper()}"
        whole |= {f"{begins}_NAME": f"{key} ID", f"{begins}_ISSUER": f"https://{key}.example.org/realms/club"}
        whole |= {f"{begins}_CLIENT_ID": "club", f"{begins}_CLIENT_SECRET": f"hush-{key}"}
    return whole | changed


def test_any_number_of_providers_is_read_in_its_order():
    found = read(providers("staff", "city", "a1")).openid_providers
    assert [(one.key, one.name, one.client_secret) for one in found] == [
        ("staff", "staff ID", "hush-staff"),
        ("city", "city ID", "hush-city"),
        ("a1", "a1 ID", "hush-a1"),
    ]
    assert found[0].issuer == "https://staff.example.org/realms/club"
    assert len(read(providers(*(f"p{at}" for at in range(MOST)))).openid_providers) == MOST
    assert read({}).openid_providers == ()


PROVIDER_FAULTS = [
    ("OPENID_PROVIDERS", "Staff", "small letters and digits"),
    ("OPENID_PROVIDERS", "staff,staff", "each once"),
    ("OPENID_PROVIDERS", "staff,google", "settings of their own"),
    ("OPENID_PROVIDERS", ",".join(f"p{at}" for at in range(MOST + 1)), f"up to {MOST}"),
    ("OPENID_STAFF_NAME", "", "must be set as well"),
    ("OPENID_STAFF_ISSUER", "", "must be set as well"),
    ("OPENID_STAFF_CLIENT_ID", "", "must be set as well"),
    ("OPENID_STAFF_CLIENT_SECRET", "", "must be set as well"),
    ("OPENID_STAFF_NAME", "x" * 41, "40 characters at most"),
    ("OPENID_STAFF_NAME", "Sta\u202eff", "all of which are seen"),
    ("OPENID_STAFF_NAME", "google", "another name"),
    ("OPENID_STAFF_NAME", "ＧＯＯＧＬＥ", "another name"),
    ("OPENID_CITY_NAME", "Staff id", "another name than that of OPENID_STAFF_NAME"),
    ("OPENID_CITY_NAME", "Staff  ＩＤ", "another name than that of OPENID_STAFF_NAME"),
    ("OPENID_STAFF_ISSUER", "https://id..example.org", "as the provider writes it"),
    ("OPENID_STAFF_ISSUER", "http://id.example.org", "with https"),
    ("OPENID_STAFF_ISSUER", "id.example.org", "an address of the web"),
    ("OPENID_STAFF_ISSUER", "https://id.example.org/?realm=club", "as the provider writes it"),
    ("OPENID_STAFF_ISSUER", "https://user:pass@id.example.org/", "as the provider writes it"),
    ("OPENID_STAFF_ISSUER", "https://[::1", "an address of the web"),
    ("OPENID_STAFF_ISSUER", "https://id.example.org/" + "x" * 200, "as the provider writes it"),
    ("OPENID_STAFF_ISSUER", "https://accounts.google.com", "GOOGLE_CLIENT_ID"),
    ("OPENID_CITY_ISSUER", "https://staff.example.org/realms/club/", "another issuer than OPENID_STAFF_ISSUER"),
    ("OPENID_STAFF_CLIENT_ID", "クラブ", "printable signs of ASCII"),
    ("OPENID_STAFF_CLIENT_SECRET", "s\x07" + "x" * 9, "printable signs of ASCII"),
    ("OPENID_STAF_ISSUER", "https://id.example.org", "must not be set"),
    ("OPENID_STAFF_ISUER", "https://id.example.org", "must not be set"),
    ("OPENID_ISSUER", "https://id.example.org", "must not be set"),
]


@pytest.mark.parametrize(("name", "text", "right"), PROVIDER_FAULTS)
def test_a_value_of_a_provider_that_cannot_be_names_itself_and_what_would_be_right(name, text, right):
    with pytest.raises(BadSettings) as refused:
        read(providers("staff", "city", **{name: text}))
    (line,) = str(refused.value).splitlines() if name != "OPENID_PROVIDERS" else str(refused.value).splitlines()[:1]
    assert line.startswith(name)
    assert right in line
    assert "hush" not in line
    assert not (name.endswith("SECRET") and text and text in line)


PROVIDER_NAMES = [*providers("staff", "city"), "OPENID_ISSUER", "OPENID_OTHER_NAME"]


@given(st.dictionaries(st.sampled_from(PROVIDER_NAMES), st.text(max_size=60), max_size=4))
def test_law_whatever_is_set_of_providers_is_read_whole_or_refused_in_words(changed):
    try:
        found = read(providers("staff", "city", **changed)).openid_providers
    except BadSettings as refusal:
        lines = str(refusal).split("\n")
        assert all(line.split()[0].startswith("OPENID_") and "must" in line for line in lines)
        return
    seen = {" ".join(unicodedata.normalize("NFKC", one.name).casefold().split()) for one in found}
    assert len(seen) == len({one.issuer for one in found}) == len(found)
    assert all(one.name and one.issuer and one.client_id and one.client_secret for one in found)


def test_a_command_says_what_is_wrong_without_a_traceback():
    done = subprocess.run(
        [sys.executable, "manage.py", "version"],
        cwd=ROOT,
        env={**os.environ, "LOG_LEVEL": "loud"},
        capture_output=True,
        text=True,
    )
    assert done.returncode == 2
    assert done.stderr.splitlines() == [
        "LOG_LEVEL is 'loud', but must be one of DEBUG, INFO, WARNING, ERROR, CRITICAL."
    ]


def test_the_page_of_the_settings_is_what_they_are():
    assert (ROOT / "docs" / "settings.md").read_text(encoding="utf-8") == document()
