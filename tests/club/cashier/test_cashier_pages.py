"""The pages of the desk and the books × every role, and what their forms do: through HTTP, as a browser sends them."""

from __future__ import annotations

import io
import re

import pypdf
import pytest
from django.test import Client

from club import tasks
from club.base.registry import ROLES
from club.cashier import cashier, chip_accounts
from club.cashier.desk_actions import DESK_ACTIONS
from club.ledger import audit, ledger
from club.models import Account, AuditRun, Player, Proposal, Shift, Transfer
from engine.betting.hand import Stakes
from tables.cash import new_tables, seating
from tests.support.budget import sweep
from tests.support.club.cashier_rights import MAY
from tests.support.desk import NIGHT, holds, rule, somebody, user_of

pytestmark = pytest.mark.django_db

PAGES = {
    "/desk/": "books.read",
    "/desk/?q=Paul": "books.read",
    "/desk/players/{player}/": "cashier.serve",
    "/desk/shift/": "cashier.serve",
    "/desk/house/": "books.read",
    "/books/": "books.read",
    "/books/2026-11/": "books.read",
    "/books/audits/": "ledger.audit",
    "/chips/": "",
}


def browser(name: str, *roles: str) -> Client:
    client = Client()
    client.force_login(user_of(name, *roles), backend="django.contrib.auth.backends.ModelBackend")
    return client


def said(client: Client, address: str, **fields: str) -> str:
    """What the page says after a form was sent: its notices, without markup."""
    answer = client.post(address, fields, follow=True)
    assert answer.status_code == 200, answer.status_code
    return " ".join(re.findall(r'<li class="notice[^>]*>(.*?)</li>', answer.content.decode()))


@sweep("role", sorted(ROLES))
def test_a_role_sees_the_pages_it_may_and_no_other(role):
    client, paul = browser("who", *([role] if role != "player" else [])), somebody("Paul")
    cashier.buy_chips(paul, 100, key="first", by=user_of("cara"), now=NIGHT)
    for address, right in PAGES.items():
        status = client.get(address.format(player=paul.pk)).status_code
        assert status == (200 if role in MAY[right] else 403), address
    for address, right in {"/books/2026-11/close/": "books.close", "/books/audits/run/": "ledger.audit"}.items():
        assert client.post(address).status_code == (302 if role in MAY[right] else 403), address
        assert client.get(address).status_code == 405
    for action in DESK_ACTIONS.values():
        status = client.post(f"/desk/do/{action.name}/", {"key": "x"}).status_code
        assert status == (302 if role in MAY[action.right] else 403), action.name
    assert Transfer.objects.count() == 1


def test_a_stranger_is_sent_to_the_login():
    paul = somebody("Paul")
    for address in PAGES:
        assert "/accounts/login/" in Client().get(address.format(player=paul.pk))["Location"]
    assert "/accounts/login/" in Client().post("/desk/do/buy-chips/")["Location"]


def test_a_receipt_is_for_the_desk_and_for_whose_chips_it_moved():
    paul = somebody("Paul", user=user_of("paul"))
    cashier.buy_chips(paul, 100, key="first", by=user_of("cara", "cashier"), now=NIGHT)
    assert browser("cara").get("/desk/slips/1/receipt.pdf")["Content-Type"] == "application/pdf"
    assert browser("paul").get("/desk/slips/1/receipt.pdf").content[:5] == b"%PDF-"
    assert browser("eve").get("/desk/slips/1/receipt.pdf").status_code == 404
    assert browser("paul").get("/desk/slips/2/receipt.pdf").status_code == 404


def test_a_form_sent_twice_moves_chips_once_and_full_width_digits_are_understood():
    cara, paul = browser("cara", "cashier"), somebody("Paul")
    page = cara.get(f"/desk/players/{paul.pk}/").content.decode()
    form = re.search(r'action="/desk/do/buy-chips/".*?name="key" value="([\w-]+)"', page, re.DOTALL)
    for _ in range(2):
        words = said(cara, "/desk/do/buy-chips/", key=form[1], player=str(paul.pk), chips="１,５００", next="/desk/")
        assert "The chips are moved" in words
    assert holds(paul) == 1500


@pytest.mark.parametrize(
    ("action", "fields", "words"),
    [
        ("buy-chips", {"chips": "-5"}, "Chips"),
        ("buy-chips", {"chips": "9" * 30}, "Chips"),
        ("cash-out", {"chips": "1"}, "Not enough chips"),
        ("adjust", {"chips": "5"}, "Why"),
        ("reverse", {"slip": "77", "why": "none"}, "There is no slip 77"),
        ("shift-open", {"count-7": "1"}, "There is no chip of 7"),
        ("shift-open", {"count-100": "many"}, "integer"),
        ("buy-chips", {"chips": "5", "key": ""}, "Open the page again"),
    ],
)
def test_a_refusal_is_said_on_the_page_and_moves_nothing(action, fields, words):
    cara, paul = browser("cara", "cashier"), somebody("Paul")
    sent = {"key": "k", "player": str(paul.pk), "next": f"/desk/players/{paul.pk}/", **fields}
    assert words in said(cara, f"/desk/do/{action}/", **sent)
    assert not Transfer.objects.exists()
    assert not Shift.objects.exists()


def test_after_a_form_nobody_is_sent_to_another_site():
    answer = browser("cara", "cashier").post("/desk/do/buy-chips/", {"key": "k", "next": "https://evil.test/"})
    assert answer["Location"] == "/desk/"


def test_the_second_person_is_offered_what_waits_and_the_proposer_only_its_withdrawal():
    cara, dora, paul = browser("cara", "cashier"), browser("dora", "director"), somebody("Paul")
    words = said(cara, "/desk/do/adjust/", key="k", player=str(paul.pk), chips="5000", why="found", next="/desk/")
    assert "second person" in words
    one = Proposal.objects.get()
    assert "/desk/do/approve/" not in cara.get("/desk/").content.decode()
    assert "/desk/do/withdraw/" in cara.get("/desk/").content.decode()
    assert "/desk/do/approve/" in dora.get("/desk/").content.decode()
    assert "Approved" in said(dora, "/desk/do/approve/", proposal=str(one.pk), next="/desk/")
    assert holds(paul) == 5000


@pytest.mark.parametrize("language", ["en", "ja"])
def test_an_amusement_rooms_pages_offer_no_cash(language):
    rule(is_amusement_room=True)
    cara, paul = browser("cara", "cashier"), somebody("Paul", user=user_of("paul"))
    done = cara.post("/desk/do/age/", {"player": paul.pk, "age": "30"}, follow=True)
    assert done.status_code == 200
    said(cara, "/desk/do/buy-chips/", key="k", player=str(paul.pk), chips="50", next="/desk/")
    for client, address in ((cara, f"/desk/players/{paul.pk}/"), (cara, "/desk/house/"), (browser("paul"), "/chips/")):
        page = client.get(address, headers={"Accept-Language": language}).content.decode()
        assert "/desk/do/cash-out/" not in page
        assert "/desk/do/tips-pay/" not in page
        shown = re.sub(r"<[^>]*>", " ", page)
        assert not re.search(r"\bcash\b|現金|換金|キャッシュ", shown, re.IGNORECASE), address


def test_ones_own_page_tells_the_balance_at_a_local_time_and_gives_statements():
    rule(time_zone="America/New_York", unit_symbol="G")
    paul = somebody("Paul", user=user_of("paul"))
    cashier.buy_chips(paul, 100, key="first", by=user_of("cara"), now=NIGHT)  # 07:00 in New York
    client, wallet = browser("paul"), chip_accounts.wallet(paul)
    for at, held in (("2026-11-21T06:59", "G0"), ("2026-11-21T07:00", "G100")):
        page = client.get("/chips/", {"account": wallet.pk, "at": at}).content.decode()
        assert f'id="held">{held}<' in page
    assert "07:00" in page
    assert client.get("/chips/", {"account": wallet.pk, "at": "yesterday"}).status_code == 200
    for form in ("csv", "xlsx", "pdf"):
        assert client.get(f"/chips/statement.{form}", {"account": wallet.pk}).status_code == 200
        assert browser("eve").get(f"/chips/statement.{form}", {"account": wallet.pk}).status_code == 404


@pytest.mark.usefixtures("by_the_owner")
def test_a_failed_audit_is_in_the_history_with_what_to_do():
    client, paul = browser("cara", "cashier"), somebody("Paul")
    cashier.buy_chips(paul, 100, key="first", by=user_of("cara"), now=NIGHT)
    assert "waits for a worker" in client.post("/books/audits/run/", follow=True).content.decode()
    tasks.audit_asked()
    page = client.get("/books/audits/").content.decode()
    assert "The books balanced at the last audit" in page
    assert "hx-get" not in page
    Account.objects.filter(pk=chip_accounts.wallet(paul).pk).update(balance=101)
    assert 'hx-get="/books/audits/"' in client.post("/books/audits/run/", follow=True).content.decode()
    tasks.audit_asked()
    page = client.get("/books/audits/").content.decode()
    assert "The books did not balance at the last audit" in page
    assert f"account {chip_accounts.wallet(paul).pk} " in page
    assert "Never put a difference right by an adjustment" in page
    assert list(AuditRun.objects.order_by("pk").values_list("ok", flat=True)) == [True, False]
    assert not audit.rebuild().ok


def test_a_closed_month_whose_lines_were_touched_says_so():
    paul, owen = somebody("Paul"), browser("owen", "owner")
    ledger.post(
        "old",
        {chip_accounts.cashier_account().pk: -5, chip_accounts.wallet(paul).pk: 5},
        purpose="buy-chips",
        now=NIGHT.replace(year=2025, month=1),
    )
    said(owen, "/books/2025-01/close/")
    assert "still come to these figures" in owen.get("/books/2025-01/").content.decode()
    ledger.post(
        "back-dated",
        {chip_accounts.cashier_account().pk: -5, chip_accounts.wallet(paul).pk: 5},
        purpose="buy-chips",
        now=NIGHT.replace(year=2025, month=1),
    )
    assert "no longer come to these figures" in owen.get("/books/2025-01/").content.decode()


def test_papers_name_people_and_tables_and_speak_the_members_language():
    paul = somebody("ポール", user=user_of("paul"))
    Player.objects.filter(pk=paul.pk).update(language="ja", real_name="佐藤 ポール")
    cara = browser("cara", "cashier")
    stakes = Stakes(limit="no", small_blind=5, big_blind=10)
    opening = new_tables.Opening(
        name="Main game", game="holdem", stakes=stakes, kind="recorded", min_buy_in=1, max_buy_in=5_000
    )
    table = new_tables.open_table(opening, by=None, now=NIGHT)
    cashier.buy_chips(paul, 1500, key="first", by=user_of("cara"), now=NIGHT)
    seating.sit_down(table.pk, paul, 1, 500, key="k", now=NIGHT)
    paper = cara.get("/desk/slips/1/receipt.pdf", headers={"accept-language": "en"}).content
    assert "受領書" in pypdf.PdfReader(io.BytesIO(paper)).pages[0].extract_text()
    lines = browser("paul").get(
        "/chips/statement.csv", {"account": chip_accounts.wallet(paul).pk}, headers={"accept-language": "en"}
    )
    told = b"".join(lines).decode("utf-8-sig")
    assert "Main game" in told
    assert "player:" not in told
    assert "table:" not in told
    page = cara.get(f"/desk/players/{paul.pk}/", headers={"accept-language": "en"}).content.decode()
    assert "佐藤 ポール" in page


def test_cards_are_printed_ten_on_a_sheet():
    cara = browser("cara", "cashier")
    for number in range(12):
        one = somebody(f"P{number}")
        Player.objects.filter(pk=one.pk).update(card=f"card-{number}")
    page = cara.get("/people/cards/", headers={"accept-language": "ja"}).content.decode()
    assert [part.count('class="small-card"') for part in page.split('class="card-sheet"')[1:]] == [10, 2]
