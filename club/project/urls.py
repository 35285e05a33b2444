"""One line an app; the apps are reached by name only."""

from allauth.account.decorators import secure_admin_login
from django.contrib import admin
from django.urls import include, path
from drf_spectacular.views import SpectacularAPIView, SpectacularRedocView, SpectacularSwaggerView

admin.site.login = secure_admin_login(admin.site.login)  # type: ignore[method-assign]  # allauth's own recipe: no way round MFA

urlpatterns = [
    path("admin/", admin.site.urls),
    path("accounts/", include("allauth.urls")),
    path("i18n/", include("django.conf.urls.i18n")),
    path("api/schema/", SpectacularAPIView.as_view(), name="schema"),
    path("api/docs/", SpectacularSwaggerView.as_view(url_name="schema"), name="api-docs"),
    path("api/reference/", SpectacularRedocView.as_view(url_name="schema"), name="api-reference"),
    path("api/", include("club.api")),
    path("api/", include("club.cashier_api")),
    path("api/", include("club.people_api")),
    path("api/", include("club.conduct_api")),
    path("api/", include("club.record_api")),
    path("api/", include("club.webhook_api")),
    path("api/", include("tables.table_api")),
    path("api/", include("tables.hand_api")),
    path("api/", include("tables.own_api")),
    path("api/", include("tables.score_api")),
    path("api/", include("tables.record_api")),
    path("api/", include("tables.waiting_api")),
    path("api/", include("tables.floor_api")),
    path("api/", include("tables.seat_api")),
    path("api/", include("tournaments.plan_api")),  # before the sheets by their keys
    path("api/", include("tournaments.api")),
    path("api/", include("tournaments.money_api")),
    path("api/", include("tournaments.recurring_api")),
    path("api/", include("tournaments.season_api")),
    path("", include("club.pages")),
    path("", include("club.desk_pages")),
    path("", include("club.book_pages")),
    path("", include("club.rule_pages")),
    path("", include("club.member_pages")),
    path("", include("club.own_pages")),
    path("", include("club.token_pages")),
    path("", include("club.conduct_pages")),
    path("", include("club.record_pages")),
    path("", include("club.card_pages")),
    path("", include("club.webhook_pages")),
    path("", include("tables.pages")),
    path("", include("tables.own_pages")),
    path("", include("tables.score_pages")),
    path("", include("tables.record_pages")),
    path("", include("tables.waiting_pages")),
    path("", include("tables.floor_pages")),
    path("", include("tables.seat_pages")),
    path("", include("tournaments.pages")),
    path("", include("tournaments.money_pages")),
    path("", include("tournaments.season_pages")),
]

handler400 = "club.problems.bad_request"
handler404 = "club.problems.page_not_found"
handler500 = "club.problems.server_error"
