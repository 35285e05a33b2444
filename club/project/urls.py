"""One line an app; the apps are reached by name only."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from django.views.generic import RedirectView
from drf_spectacular.views import SpectacularRedocView, SpectacularSwaggerSplitView

from club.schema.schema_page import SchemaPage

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # allauth's own recipe: no way round MFA

_api = [
    path("", include("tables.api.seats")),  # first, since decisions are asked for most
    path("", include("club.web.club_api")),
    path("", include("club.web.cashier_api")),
    path("", include("club.web_people.people_api")),
    path("", include("club.web_people.access_api")),
    path("", include("club.web_people.notices_api")),
    path("", include("club.web_people.conduct_api")),
    path("", include("club.web.audit_api")),
    path("", include("club.web.audit_log_api")),
    path("", include("club.web.webhook_api")),
    path("", include("tables.api.tables")),
    path("", include("tables.api.hands")),
    path("", include("tables.api.own_play")),
    path("", include("tables.api.score_sheet")),
    path("", include("tables.api.live_hands")),
    path("", include("tables.api.entry_taps")),
    path("", include("tables.api.waiting_lists")),
    path("", include("tables.api.floor")),
    path("", include("tables.api.practice")),
    path("", include("tables.chat.chat_api")),
    path("", include("tables.chat.report_api")),
    path("", include("tables.private.private_api")),
    path("", include("tables.api.staff")),
    path("", include("tables.jackpot_desk.jackpot_api")),
    path("", include("tables.integrity_desk.integrity_api")),
    path("", include("tournaments.api.gallery.gallery_api")),
    path("", include("tournaments.api.structures")),  # before the sheets by their keys
    path("", include("tournaments.api.tournaments")),
    path("", include("tournaments.chat.chat_api")),
    path("", include("tournaments.api.money")),
    path("", include("tournaments.api.tickets")),
    path("", include("tournaments.api.recurring")),
    path("", include("tournaments.api.seasons")),
]

urlpatterns = [
    # One's own password is changed where the page asks before it ends other sessions and tokens.
    path(
        "admin/password_change/",
        RedirectView.as_view(pattern_name="account_change_password"),
        name="admin-own-password",
    ),
    path("admin/", admin.site.urls),
    # Of sessions there is one page, ours: each can be ended there.
    path("accounts/sessions/", RedirectView.as_view(pattern_name="my-sessions"), name="allauth-sessions"),
    path("", include("club.web_people.provider_pages")),  # before allauth's own, in the same places
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SchemaPage.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerSplitView.as_view(url_name="schema"), name="api-docs"),
    path("api/reference/", SpectacularRedocView.as_view(url_name="schema"), name="api-reference"),
    path("api/v1/", include(_api)),
    path("", include("club.http.page_policy")),
    path("", include("club.web.frame")),
    path("", include("club.web.metrics")),
    path("", include("club.web_owner.club_pages")),
    path("", include("club.web_owner.first_evening")),
    path("", include("club.web_owner.manual_pages")),
    path("", include("club.web_owner.phone_pages")),
    path("", include("club.web_owner.sign_in_pages")),
    path("", include("club.web.desk_pages")),
    path("", include("club.web.book_pages")),
    path("", include("club.web.rule_pages")),
    path("", include("club.web_people.member_pages")),
    path("", include("club.web.app_shell")),
    path("", include("club.web_people.own_pages")),
    path("", include("club.web_people.settings_page")),
    path("", include("club.web_people.own_chips")),
    path("", include("club.web_people.token_pages")),
    path("", include("club.web_people.session_pages")),
    path("", include("club.web_people.conduct_pages")),
    path("", include("club.web.audit_log_pages")),
    path("", include("club.web_people.card_pages")),
    path("", include("club.web.webhook_pages")),
    path("", include("tables.pages.felt")),
    path("", include("tables.pages.own_play")),
    path("", include("tables.pages.score_sheet")),
    path("", include("tables.pages.live_hands")),
    path("", include("tables.pages.waiting_lists")),
    path("", include("tables.pages.floor")),
    path("", include("tables.pages.seats")),
    path("", include("tables.pages.own_tables")),
    path("", include("tables.chat.chat_pages")),
    path("", include("tables.chat.report_pages")),
    path("", include("tables.private.private_pages")),
    path("", include("tables.pages.staff")),
    path("", include("tables.jackpot_desk.jackpot_pages")),
    path("", include("tables.integrity_desk.integrity_pages")),
    path("", include("tables.player_choices.avatar_pages")),
    path("", include("tournaments.pages.tournaments")),
    path("", include("tournaments.chat.chat_pages")),
    path("", include("tournaments.pages.floor")),
    path("", include("tournaments.pages.money")),
    path("", include("tournaments.pages.seasons")),
]

handler400 = "club.http.error_handlers.bad_request"
handler404 = "club.http.error_handlers.page_not_found"
handler500 = "club.http.error_handlers.server_error"
