"""Settings, read from the environment; each risky one has its reason beside it."""

from __future__ import annotations

import os
from datetime import timedelta
from pathlib import Path
from typing import Any

import environ
from csp.constants import NONCE, NONE, SELF
from django.templatetags.static import static

from club.project.environment import read
from club.project.sign_in_providers import configured

BASE_DIR = Path(__file__).resolve().parents[2]
env = read(os.environ)

DEBUG = env.debug
# A club that sets no key gets one that lasts as long as its `up`: the command makes and keeps it in var/.
SECRET_KEY = env.secret_key or ("development only" if DEBUG else "")
SECRET_KEY_FALLBACKS = list(env.secret_key_fallbacks)
TESTING = env.cardhouse_testing
if not SECRET_KEY:
    from club.project.secret import kept_secret

    SECRET_KEY = kept_secret()

# By this key push services know the club; browsers that subscribed with another hear no more.
VAPID_KEY = env.vapid_key
if not VAPID_KEY:
    from club.project.secret import kept_push_key

    VAPID_KEY = kept_push_key()

ALLOWED_HOSTS: list[str] = list(env.allowed_hosts)
CSRF_TRUSTED_ORIGINS: list[str] = list(env.csrf_trusted_origins)
# Where the pages and, on another port or host, the event streams are reached from a browser.
WEB_ORIGIN = env.web_origin
STREAMS_URL = env.streams_url
OTHER_WEB_ORIGINS = env.other_web_origins
LOCAL_AUTHORITY = env.local_authority
HTTPS = env.https
# Webhooks go to the open internet over https alone; a club whose receivers stand in its own network may say otherwise,
# and then whoever makes webhooks can have this server ask anything in it.
WEBHOOKS_MAY_BE_LOCAL = env.webhooks_may_be_local
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = LANGUAGE_COOKIE_SECURE = HTTPS
SESSION_COOKIE_HTTPONLY = CSRF_COOKIE_HTTPONLY = LANGUAGE_COOKIE_HTTPONLY = True  # no script of ours reads one
# Over TLS names that browsers take from this very host alone, over TLS, for all of it.
_host = "__Host-" if HTTPS else ""
SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = f"{_host}sessionid", f"{_host}csrftoken"
LANGUAGE_COOKIE_NAME = f"{_host}django_language"
LANGUAGE_COOKIE_SAMESITE = "Lax"
SECURE_SSL_REDIRECT = HTTPS
SECURE_REDIRECT_EXEMPT = [r"^healthz"]  # asked from beside it, not through the proxy
SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https") if HTTPS else None
SECURE_HSTS_SECONDS = env.hsts_seconds
SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = env.hsts_whole_domain
# A domain may have more on it than the club: its other hosts are named only by whoever owns them.
SILENCED_SYSTEM_CHECKS = [] if env.hsts_whole_domain else ["security.W005", "security.W021"]
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
SECURE_REFERRER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [NONCE],
        "style-src": [SELF],
        "img-src": [SELF, "data:", "blob:"],
        "font-src": [SELF],
        "connect-src": [SELF],  # and the streams (`club.http.page_policy`)
        "media-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "form-action": [SELF],
        "frame-src": [SELF],  # one's tables side by side, the big screen's look
        "frame-ancestors": [NONE],  # or as the page's view has it
        "base-uri": [NONE],
        "object-src": [NONE],
        "report-uri": "/csp-reports/",
    }
}

INSTALLED_APPS = [
    "unfold",
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "allauth.socialaccount",
    "allauth.socialaccount.providers.openid_connect",
    "allauth.usersessions",
    "axes",
    "django_filters",
    "django_htmx",
    "drf_spectacular",
    "drf_spectacular_sidecar",
    "rest_framework",
    "knox",
    "club",
    "tables",
    "tournaments",
]

MIDDLEWARE = [
    "club.http.request_log.RequestLog",
    "club.http.page_policy.PagePolicy",  # around the next: parts of a page do without what that says of pages
    "club.http.browser_origins.refuse_programs_without_tls",
    "django.middleware.security.SecurityMiddleware",
    "club.live.compression.Compression",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "club.http.request_size.refuse_the_huge",
    "club.http.lock_timeouts.Patience",
    "club.http.request_cache.keep_answers",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "club.http.fullwidth_input.understand_full_width",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "club.accounts.session_limits.Limits",
    "club.accounts.demanded_factors.Gate",
    "club.house.time_and_language.as_the_club_has_it",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "tables.private.gate.PrivateTables",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "club.project.urls"
WSGI_APPLICATION = "club.project.wsgi.application"

TEMPLATES: list[dict[str, Any]] = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "django.template.context_processors.i18n",
                "club.web.frame.frame",
            ],
        },
    }
]

# -- PostgreSQL -----------------------------------------------------------------------------------------------------
_database = environ.Env.db_url_config(env.database_url)
# Milliseconds, for a lock, a statement, a client that says nothing within a transaction. A test is one transaction, and thinks
# in it as long as it lasts; and no test fails because its machine was busy.
_lock, _statement, _idle = (120_000, 300_000, 0) if TESTING else (3_000, 10_000, 10_000)
# Of processes that serve (their doors say so): a command of the operator, such as `migrate`, takes as long as it takes.
SERVES = TESTING or env.cardhouse_serves
_limits = f"-c lock_timeout={_lock} -c statement_timeout={_statement} -c idle_in_transaction_session_timeout={_idle}"
DATABASES: dict[str, dict[str, Any]] = {
    "default": {
        **_database,
        "ENGINE": "club.base.postgresql",
        "CONN_MAX_AGE": 60,
        "CONN_HEALTH_CHECKS": True,
        "OPTIONS": {
            # A lock nobody gets within 3 s is a fault to report, not to wait for; a transaction left open by a dead
            # client must not hold a table.
            # A pooler takes no such options and gives a session to many: it asks for the limits itself (`connect_query`).
            "options": _limits if SERVES and not env.database_pooled else "",
            # What stands behind the ? of DATABASE_URL, as TLS to a server elsewhere (`sslmode=verify-full&sslrootcert=…`).
            **_database.get("OPTIONS", {}),
        },
        # A cursor that outlives its transaction would be looked for in another's session.
        "DISABLE_SERVER_SIDE_CURSORS": env.database_pooled,
        "ATOMIC_REQUESTS": False,  # the outermost write opens its own durable transaction
    }
}


def pool_connections() -> None:
    """Under ASGI kept connections run out (one a thread); there a pool holds them. Its door says so, in a process that may have
    been forked with these settings (`club.project.asgi`)."""
    DATABASES["default"] |= {"CONN_MAX_AGE": 0, "CONN_HEALTH_CHECKS": False}
    DATABASES["default"]["OPTIONS"]["pool"] = {"min_size": 1, "max_size": 8}


if env.cardhouse_asgi:
    pool_connections()
# Of commands of the operator's that change the tables themselves (`club.database.database_owner`); no process that serves has it.
DATABASE_OWNER_URL = env.database_owner_url
DATABASE_POOLED, DATABASE_DIRECT_URL = env.database_pooled, env.database_direct_url
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"

# -- Redis: broker, cache, nudges -----------------------------------------------------------------------------------
REDIS_URL = env.redis_url
METRICS_TOKEN = env.metrics_token
HEADS_FILE = env.heads_file
HEADS_MAIL = env.heads_mail
CACHES = {
    "default": {
        "BACKEND": "club.project.cache.Cache",
        "LOCATION": REDIS_URL,
        "KEY_PREFIX": "cardhouse",
        "KEY_FUNCTION": "club.project.cache.of_this_database",
    }
}

# -- people ---------------------------------------------------------------------------------------------------------
AUTH_USER_MODEL = "club.User"
AUTHENTICATION_BACKENDS = [
    "axes.backends.AxesStandaloneBackend",  # first: it refuses a throttled login before a password is tried
    "django.contrib.auth.backends.ModelBackend",
    "allauth.account.auth_backends.AuthenticationBackend",
]
PASSWORD_HASHERS = [
    "django.contrib.auth.hashers.Argon2PasswordHasher",
    "django.contrib.auth.hashers.PBKDF2PasswordHasher",
]
if TESTING:  # argon2 takes 50 ms by design, and the suite logs in hundreds of times
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = 0.25  # hours
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False  # who goes on guessing shuts nobody out for longer
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"], ["username"], ["ip_address"]]  # in the order of the handler
AXES_HANDLER = "club.accounts.throttle.Handler"
AXES_USERNAME_CALLABLE = "club.accounts.auth_adapters.login_name"
AXES_CLIENT_IP_CALLABLE = "club.accounts.throttle.address"
AXES_LOCKOUT_CALLABLE = "club.accounts.auth_adapters.locked_out"
AXES_VERBOSE = False  # no banner before every command
AXES_ENABLED = not TESTING
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "/"
ACCOUNT_ADAPTER = "club.accounts.auth_adapters.ClubAdapter"
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
# Besides allauth's own for every other door.
ACCOUNT_RATE_LIMITS = {"card_login": "20/m/ip,100/900s/ip", "provider_login": "30/m/ip", "provider_reach": "20/m/user"}
ACCOUNT_FORMS = {
    "change_password": "club.accounts.access_forms.ChangePassword",
    "set_password": "club.accounts.access_forms.SetPassword",
}
MFA_FORMS = {
    "activate_totp": "club.accounts.access_forms.ActivateFactor",
    "deactivate_totp": "club.accounts.access_forms.DeactivateFactor",
    "add_webauthn": "club.accounts.access_forms.AddKey",
    "login_webauthn": "club.accounts.access_forms.PasskeyLogin",
    "generate_recovery_codes": "club.accounts.access_forms.NewRecoveryCodes",
}
MFA_SUPPORTED_TYPES = ["totp", "webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True  # a passkey that has seen a finger, a face or a PIN is both factors
MFA_RATE_LIMITS = {"webauthn_login": "30/m/ip"}  # a club's visitors share one address, and there is nothing to guess
MFA_ALLOW_UNVERIFIED_EMAIL = (
    True  # a club without a mail server verifies none; names, not addresses, are who somebody is
)
# Other providers that open logins; the database's table of them is not asked.
SIGN_IN_PROVIDERS = [] if TESTING else configured(env)
# By which members may be told by LINE, and where they add the club's account as a friend.
LINE_MESSAGING_TOKEN = "" if TESTING else env.line_messaging_token
LINE_ACCOUNT = env.line_account
SOCIALACCOUNT_PROVIDERS = {"openid_connect": {"provider_class": "club.accounts.openid_provider.Provider"}}
SOCIALACCOUNT_ADAPTER = "club.accounts.provider_logins.ProviderLogins"
SOCIALACCOUNT_REAUTHENTICATION_REQUIRED = True
# Whose role asks for a second factor; the tests of other things come in without one, and are asked nothing again.
FACTOR_ROLES = () if TESTING and "FACTOR_ROLES" not in os.environ else env.factor_roles
ASKS_AGAIN = not TESTING
ACCOUNT_REAUTHENTICATION_TIMEOUT = env.reauthentication_minutes * 60
SESSION_IDLE_MINUTES, SESSION_HOURS = dict(env.session_idle_minutes), dict(env.session_hours)
SESSION_COOKIE_AGE = SESSION_IDLE_MINUTES["player"] * 60  # anew with every use that is written down
MFA_ADAPTER = "club.accounts.auth_adapters.FactorAdapter"
# Behind proxies that add to X-Forwarded-For: a throttle by address must not lock out the whole club, and the record of
# decisions tells from where each was made.
TRUSTED_PROXIES = env.trusted_proxies
ACCOUNT_LOGIN_METHODS = {"username", "email"}
ACCOUNT_SIGNUP_FIELDS = ["username*", "email", "password1*", "password2*"]
ACCOUNT_EMAIL_VERIFICATION = env.email_verification
ACCOUNT_LOGOUT_REDIRECT_URL = "/"
EMAIL_CONFIG = environ.Env.email_url_config(env.email_url)
vars().update(EMAIL_CONFIG)
DEFAULT_FROM_EMAIL = env.email_from
EMAIL_TIMEOUT = 10  # a mail server that does not answer must not hold a worker

# -- language and time ----------------------------------------------------------------------------------------------
LANGUAGE_CODE = "en"
LANGUAGE_COOKIE_AGE = 365 * 24 * 3600  # a language that was chosen outlives the browser's window
LANGUAGES = [("en", "English"), ("ja", "日本語")]
LOCALE_PATHS = [BASE_DIR / "club" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = env.time_zone

# -- files ----------------------------------------------------------------------------------------------------------
STATIC_URL = "/static/"
STATIC_ROOT = BASE_DIR / "var" / "static"
STATICFILES_FINDERS = [
    "club.http.style_sheets.JoinedSheets",
    "django.contrib.staticfiles.finders.FileSystemFinder",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "club.http.hashed_static.HashedStatic"
        if env.hashed_static
        else "django.contrib.staticfiles.storage.StaticFilesStorage"
    },
}
WHITENOISE_USE_FINDERS = not env.hashed_static  # a single process needs no collect step
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
WHITENOISE_ALLOW_ALL_ORIGINS = False  # no other site takes in a file of ours

# -- admin ----------------------------------------------------------------------------------------------------------
UNFOLD = {
    "SITE_TITLE": "club.web.manager_overview.site_name",
    "SITE_HEADER": "club.web.manager_overview.site_name",
    "SITE_SYMBOL": "playing_cards",
    "SITE_FAVICONS": [{"rel": "icon", "type": "image/svg+xml", "href": lambda request: static("club/mark.svg")}],
    "SHOW_LANGUAGES": True,
    "DASHBOARD_CALLBACK": "club.web.manager_overview.context",
    "ENVIRONMENT": "club.web.manager_overview.alarm",
    # The felt of the pages.
    "COLORS": {
        "primary": {
            "50": "#eef6f2",
            "100": "#d6eae0",
            "200": "#aed5c3",
            "300": "#7fbaa1",
            "400": "#539c80",
            "500": "#357f64",
            "600": "#1f6650",
            "700": "#1a5543",
            "800": "#123d31",
            "900": "#0e3027",
            "950": "#081d17",
        }
    },
}

# -- API ------------------------------------------------------------------------------------------------------------
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": [
        # The token comes first so that a stranger is answered 401 with a way to log in, not 403.
        "club.accounts.api_tokens.Authentication",
        "rest_framework.authentication.SessionAuthentication",
    ],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated", "tables.private.let_in.LetsIn"],
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.JSONRenderer"],
    "DEFAULT_PARSER_CLASSES": ["club.http.text_validation.PlainJSONParser"],
    "DEFAULT_SCHEMA_CLASS": "club.http.openapi.EndpointSchema",
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.CursorPagination",
    "PAGE_SIZE": 50,
    "EXCEPTION_HANDLER": "club.http.error_handlers.as_problem",
    "TEST_REQUEST_DEFAULT_FORMAT": "json",
}
# Keys for programs, kept as hashes. None is worth anything after a year.
KNOX_TOKEN_MODEL = "club.ApiToken"
MIGRATION_MODULES = {"knox": None}  # its own migrations would make a second table, which nothing uses
REST_KNOX = {"TOKEN_MODEL": KNOX_TOKEN_MODEL, "TOKEN_TTL": timedelta(days=365)}
SPECTACULAR_SETTINGS = {
    "TITLE": "Cardhouse",
    "DESCRIPTION": "A poker club's tables, tournaments and ledger. Errors are RFC 9457 problem details.",
    "VERSION": "0.1.0",
    "OAS_VERSION": "3.1.0",
    "SERVERS": [{"url": "/", "description": "This club."}],
    "POSTPROCESSING_HOOKS": ["drf_spectacular.hooks.postprocess_schema_enums", "club.http.openapi.plain"],
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "ENUM_NAME_OVERRIDES": {
        "ReceiverKind": ["program", "line", "discord", "slack", "mail"],
        "NoticeToChoose": ["turn", "seat", "tournament-starts", "tournament-moved", "tournament-announced"],
        "NoticeToMail": ["tournament-starts", "tournament-announced"],
    },
    "SCHEMA_PATH_PREFIX": "/api/v1/",
    "SERVE_INCLUDE_SCHEMA": False,
    "SWAGGER_UI_DIST": "SIDECAR",
    "SWAGGER_UI_FAVICON_HREF": "SIDECAR",
    "REDOC_DIST": "SIDECAR",
}

LOGGING: dict[str, Any] = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {"format": "{asctime} {levelname} {name} {message}", "datefmt": "%Y-%m-%d %H:%M:%S%z", "style": "{"},
        "json": {
            "()": "pythonjsonlogger.json.JsonFormatter",
            "format": "{levelname}{name}{message}",
            "style": "{",
            "timestamp": "at",  # with its offset, UTC's: logs of several machines lie in one order
            "rename_fields": {"levelname": "level", "name": "logger"},
        },
    },
    "filters": {
        "context": {"()": "club.base.log_context.AddContext"},
        "secrets": {"()": "club.http.request_log.HideSecrets"},
        "rows": {"()": "club.http.request_log.HideRows"},
    },
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": env.log_format,
            "filters": ["context", "secrets", "rows"],
        }
    },
    "root": {"handlers": ["console"], "level": env.log_level},
    # A line a request is for programs that collect them; people at a terminal have the web server's.
    # Of urllib3 nothing below that: its lines of DEBUG have whole addresses, and those of some chats are secrets.
    "loggers": {
        "urllib3": {"level": "INFO"},
        "club.requests": {"level": "INFO" if env.log_format == "json" else "WARNING"},
    },
}
