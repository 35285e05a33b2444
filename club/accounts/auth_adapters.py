"""The club's doors on the web: signing up and logging in (django-allauth), and the throttle before them (django-axes)."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from urllib.parse import urlsplit

from allauth.account.adapter import DefaultAccountAdapter
from allauth.core import context
from allauth.core.exceptions import ImmediateHttpResponse
from allauth.mfa.adapter import DefaultMFAAdapter
from django.conf import settings
from django.contrib import messages
from django.core.exceptions import ValidationError
from django.db import transaction
from django.db.models import Q
from django.http import HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import redirect, render
from django.utils import timezone
from django.utils.translation import get_language

from club.accounts import logins, throttle
from club.accounts.factors import factor_secrets
from club.base.errors import ClubError
from club.base.mail_addresses import check_address
from club.base.names import plain
from club.base.phrases import gettext as _
from club.house.audit_log import source_of
from club.house.club_rules import in_force
from club.http import problems
from club.membership import joining
from club.models import User
from club.notifications import mail
from club.people import recent_proof
from club.people.people import player_of
from club.text.messages import in_words, on_page

JUST_CAME = "just came"  # what the session holds until the first page was seen after a login
NOWHERE = "0.0.0.0"
INVITATION = "invitation"  # where the session keeps the code that somebody came with


@dataclass(frozen=True)
class Site:
    """What allauth's e-mails greet in the name of."""

    name: str
    domain: str


class FactorAdapter(DefaultMFAAdapter):  # type: ignore[misc]  # allauth has no types
    """Second factors, under the club's name in the app that shows the codes; their secrets are kept sealed."""

    def encrypt(self, text: str) -> str:
        return factor_secrets.sealed(text)

    def decrypt(self, encrypted_text: str) -> str:
        """As `factor_secrets.opened`; a form that asks for a code shows why none is right."""
        try:
            return factor_secrets.opened(encrypted_text)
        except ClubError as refusal:
            raise ValidationError(in_words(refusal), code=refusal.code) from refusal

    def get_totp_issuer(self) -> str:
        return in_force().called

    def get_public_key_credential_rp_entity(self) -> dict[str, str]:
        """Passkeys, which the device shows under that name, and not under the address of the club alone."""
        return {**super().get_public_key_credential_rp_entity(), "name": in_force().called}


class ClubAdapter(DefaultAccountAdapter):  # type: ignore[misc]  # allauth has no types
    """Sign-up as the house has it; logins in the player's language."""

    def get_client_ip(self, request: HttpRequest) -> str:
        """The address that allauth's own limits go by."""
        return throttle.address(request) or NOWHERE

    def is_reauthentication_required(self, *, app: str, **more: Any) -> bool:
        """Whoever has just come in by a password or a code is not asked for it again before taking a second factor."""
        recent_proof.demand_sign_in(context.request)
        needed: bool = super().is_reauthentication_required(app=app, **more)
        return needed and not recent_proof.is_recent(context.request)

    def is_open_for_signup(self, request: HttpRequest) -> bool:
        """By invitation only, if that is the house rule."""
        return joining.may_sign_up(request.session.get(INVITATION, ""), now=timezone.now())

    def get_login_stages(self) -> list[str]:
        """allauth's, with our own page for the code."""
        ours = {"allauth.mfa.stages.AuthenticateStage": "club.accounts.login_stages.SecondFactor"}
        return [ours.get(stage, stage) for stage in super().get_login_stages()]

    def clean_username(self, username: str, shallow: bool = False) -> str:
        """A name typed full-width is the plain one; none holds what nobody sees, or is taken for another's."""
        name = str(super().clean_username(plain(username), shallow))
        try:
            logins.check_name(name)
        except ClubError as refusal:
            raise ValidationError(in_words(refusal), code=refusal.code) from refusal
        return name

    def clean_email(self, email: str) -> str:
        """An address to which mail can be written, or none."""
        cleaned = str(super().clean_email(email))
        if cleaned:
            check_address(cleaned)
        return cleaned

    def save_user(self, request: HttpRequest, user: User, form: Any, commit: bool = True) -> User:
        """The login and its player, together or not at all."""
        try:
            with transaction.atomic():
                saved: User = super().save_user(request, user, form, commit)
                code = request.session.get(INVITATION, "")
                language, source = get_language() or "en", source_of(request)
                player = joining.join(saved, code, language=language, source=source, now=timezone.now())
        except ClubError as refusal:  # somebody was quicker with the same invitation
            messages.error(request, on_page(refusal))
            raise ImmediateHttpResponse(redirect("account_signup")) from refusal
        request.session.pop(INVITATION, None)
        if player.admitted_at is None:
            messages.info(request, _("Welcome. You may look around; to play, wait until the floor admits you."))
        return saved

    def format_email_subject(self, subject: str) -> str:
        """With the club's name before it."""
        return mail.titled(str(subject))

    def get_from_email(self) -> str:
        """Under the club's name."""
        return mail.sender()

    def send_mail(self, template_prefix: str, email: str, context: dict[str, Any]) -> None:
        """allauth's words, which greet in the name of the site: that is the club."""
        here = urlsplit(settings.WEB_ORIGIN)
        super().send_mail(template_prefix, email, {"current_site": Site(in_force().called, here.netloc)} | context)

    def add_message(
        self, request: HttpRequest, level: int, message_template: str | None = None, *words: Any, **more: Any
    ) -> None:
        """allauth's words, but never that mail was sent where there is no mail server."""
        if mail.is_sent() or message_template != "account/messages/email_confirmation_sent.txt":
            super().add_message(request, level, message_template, *words, **more)

    def post_login(self, request: HttpRequest, user: User, **named: Any) -> HttpResponse:
        """Go on in the language chosen in this browser, else in the player's choice, else in what the browser asks for."""
        answer: HttpResponse = super().post_login(request, user, **named)
        request.session[JUST_CAME] = True
        player = player_of(user)
        has_chosen = player is not None and player.has_chosen_language
        if player is not None and has_chosen and settings.LANGUAGE_COOKIE_NAME not in request.COOKIES:
            answer.set_cookie(
                settings.LANGUAGE_COOKIE_NAME,
                player.language,
                max_age=settings.LANGUAGE_COOKIE_AGE,
                secure=settings.LANGUAGE_COOKIE_SECURE,
                httponly=True,
                samesite="Lax",
            )
        return answer


def login_name(request: HttpRequest, credentials: dict[str, Any] | None) -> str:
    """Whose password is being tried, for the throttle: the login's name in one spelling, also where its e-mail was given."""
    given = credentials or {}
    told = given.get("username") or given.get("email") or request.POST.get("login") or request.POST.get("username")
    name = plain(str(told or "")).casefold()
    if "@" not in name:
        return name
    # As allauth finds whom an address lets in: one that is confirmed, or the login's own.
    named = User.objects.filter(Q(email__iexact=name) | Q(emailaddress__email__iexact=name)).order_by("pk")
    return plain(named.values_list("username", flat=True).first() or name).casefold()


def locked_out(request: HttpRequest, original: HttpResponse | None, credentials: dict[str, Any] | None) -> HttpResponse:
    """What somebody is told who has guessed too often: a problem below /api/, a page elsewhere."""
    words = _("Too many wrong tries. Wait %(minutes)d minutes, or ask the floor.") % {
        "minutes": round(settings.AXES_COOLOFF_TIME * 60)
    }
    if request.path.startswith("/api/"):
        told = problems.body(429, "throttled", words, request.path)
        return JsonResponse(told, status=429, content_type=problems.CONTENT_TYPE)
    return render(request, "club/locked_out.html", {"words": words}, status=429)
