"""Settings of the one project, for three ways of running it.

* A club: `python3 club.py` on a laptop. SQLite, plain http on the hall's LAN, nothing to configure.
* A federation: `BURRACO_HTTPS=1`, `ALLOWED_HOSTS` and `DATABASE_URL` in the environment, behind a reverse
  proxy that ends TLS and sets `X-Forwarded-Proto`.
* The tests: their own data folder and key, plain static files.

Read from the environment: `BURRACO_DATA` (folder of the database and the key), `BURRACO_HTTPS`, `BURRACO_LAN_HTTPS` (a
club on its LAN with a certificate of its own: `club.py --https`), `ALLOWED_HOSTS` (comma-separated), `TRUSTED_PROXIES`
(likewise), `BURRACO_IDLE_HOURS`, `BURRACO_LONGEST_HOURS`, `BURRACO_SECOND_FACTOR`, `DATABASE_URL`, `SECRET_KEY` (for
several machines; otherwise kept in the data folder), `BURRACO_BACKUPS_KEPT` and `BURRACO_BACKUP_COPY` (how many
backups, and a second folder for them), `DEBUG`,
`BURRACO_LOG` (`json`: one object a line, and a line for every request).
"""

import os
import sys
from datetime import timedelta
from pathlib import Path
from typing import Any

import django_stubs_ext
import environ
from csp.constants import NONE, SELF

from burraco_club import code_version as code
from burraco_club.private_files import close_folder
from burraco_club.secret_key import read_or_draw_key

# Lets Python run what the type checker reads: `forms.ModelForm[Player]`.
django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules or sys.argv[1:2] == ["test"]
HTTPS = env.bool("BURRACO_HTTPS", default=False)
"""Behind a proxy that ends TLS, with a certificate that browsers trust."""
LAN_HTTPS = env.bool("BURRACO_LAN_HTTPS", default=False)
"""The program itself speaks TLS, with a certificate that it made."""
DEBUG = env.bool("DEBUG", default=False)
LOG_AS_JSON = env.str("BURRACO_LOG", default="") == "json"

DATA_DIR = Path(env.str("BURRACO_DATA", default=str(BASE_DIR / ("test-output/data" if TESTING else "club-data"))))
close_folder(DATA_DIR)

CODE_VERSION = code.code_version(BASE_DIR)
"""Changes with the code; part of every public page's ETag."""
VERSION = code.VERSION
"""What a person calls the program by; at the foot of the referees' pages, with the above."""

PUBLIC_PAGES = None if TESTING else DATA_DIR / "pages"
"""Where the players' pages are kept that have been made; None: nowhere but in each process."""

# Applications, in the order in which templates and static files are looked up

INSTALLED_APPS = [
    "burraco_club",
    "accounts",
    "scoring",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin",
    "django_htmx",
    "django_tables2",
    "simple_history",
    "django_otp",
    "django_otp.plugins.otp_totp",
    "csp",
]

MIDDLEWARE = [
    "burraco_club.transport.RequestIdMiddleware",
    "burraco_club.transport.HeadWithoutBodyMiddleware",
    "burraco_club.compression.CompressionMiddleware",
    "burraco_club.client_address.ClientAddressMiddleware",
    # Around all that answers, so that no answer is without their headers, whoever gives it.
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    # Before all that asks the database, so that it hears of every fault.
    "burraco_club.database_middleware.DatabaseFaultsMiddleware",
    "burraco_club.phone_polls.PhonePollsMiddleware",
    "burraco_club.made_pages.MadePagesMiddleware",
    "burraco_club.login_gate.LoginGateMiddleware",
    "burraco_club.transport.OwnPagesStayOwnMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "tournaments.api.problems.ProblemsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Who may do what is asked here, of the table in burraco_club/rights.py, and nowhere else.
    "burraco_club.middleware.RightsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    # The last, so that its refusals know the reader's language; before any view, whose body it may refuse.
    "burraco_club.transport.LegibleRequestsMiddleware",
]

ROOT_URLCONF = "burraco_club.urls"
WSGI_APPLICATION = "burraco_club.wsgi.application"

FORM_RENDERER = "burraco_club.form_rendering.FormRenderer"

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "tournaments.context_processors.club",
                "burraco_club.context_processors.rights",
            ]
        },
    }
]

# Database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE = {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "club.sqlite3"}
DATABASES: dict[str, dict[str, Any]] = {
    "default": env.db("DATABASE_URL") if env.str("DATABASE_URL", default="") else SQLITE
}
# Opening a connection for each request would cost SQLite more than half of its speed.
DATABASES["default"]["CONN_MAX_AGE"] = None
if DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"]:
    # Writers queue from their first statement on, instead of failing half-way. With synchronous=NORMAL a power cut
    # may lose the last commits; FULL keeps the promise that what the screen said was saved survives pulling the plug.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # A database in memory is one connection's, and two referees at once are two; two runs of the tests are two, too.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"}
else:
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # As long as SQLite's writers wait: whoever waits longer is told so, instead of waiting for ever.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c lock_timeout=20s")
    # To another machine: encrypted, and to none but the one that its certificate names. Who wants less says so.
    hosts = DATABASES["default"]["HOST"].split(",")
    here = [host in ("", "localhost", "127.0.0.1", "::1") or host.startswith(("/", "%2F")) for host in hosts]
    if not all(here) and "PGSSLMODE" not in os.environ:
        DATABASES["default"]["OPTIONS"].setdefault("sslmode", "verify-full")

# The key, for which the database says whether a club begins here. Where there is none, what needs it refuses to start.

SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_draw_key(
    DATA_DIR / "secret.key",
    database=Path(DATABASES["default"]["NAME"]) if DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"] else None,
)

# Backups

BACKUPS_KEPT = env.int("BURRACO_BACKUPS_KEPT", default=30)
"""How many of those that the program makes by itself."""
BACKUP_COPY = env.str("BURRACO_BACKUP_COPY", default="")
"""A second folder for them, on a USB stick or another disk; empty where there is none."""

# Languages: Italian pages have plain addresses, the others a prefix

LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English")]
LOCALE_PATHS = [BASE_DIR / "locale"]
TIME_ZONE = "Europe/Rome"
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
"""1.250 as Italians write it; Django leaves the figures in form fields alone."""

# Static files, collected once for each version of the code, so that an interrupted or older collection is never served

STATIC_URL = "static/"
STATIC_ROOT = BASE_DIR / "staticfiles" / CODE_VERSION
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if TESTING:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Whoever works on the files, or tests them, sees them as they are, collected or not.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING

# Accounts

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["accounts.logins.backend.AccountBackend"]
# What NIST SP 800-63B and OWASP ask for: length, and none that is on every list; no rule about signs or capitals.
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "django.contrib.auth.password_validation.MinimumLengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Hashes of an older program are read, and replaced when their owner logs in.
PASSWORD_HASHERS = ["accounts.logins.hasher.ClubArgon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A wrong code counts as a failed login, within the same limits; django-otp's own delay doubles without end.
OTP_TOTP_THROTTLE_FACTOR = 0
PASSWORD_RESET_TIMEOUT = int(timedelta(days=1).total_seconds())
"""How long a link for the first login is good."""

SESSION_ENGINE = "accounts.logins.session_store"
IDLE_HOURS = env.int("BURRACO_IDLE_HOURS", default=4 if HTTPS else 14 * 24)
"""After so long without a request one logs in anew: an evening's pause on a server, two weeks on the club's laptop."""
SESSION_COOKIE_AGE = IDLE_HOURS * 3600
LONGEST_HOURS = env.int("BURRACO_LONGEST_HOURS", default=12 if HTTPS else 30 * 24)
"""So long after the login one logs in anew, idle or not."""

SECOND_FACTOR_DEMANDED = HTTPS and env.bool("BURRACO_SECOND_FACTOR", default=False)
"""Administrators set up a second factor before anything else is open to them."""

TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1", "unix"] if HTTPS else [])
"""Addresses or networks of proxies whose `X-Forwarded-…` is believed; `unix`: those that speak over a socket."""

# Security

# A club's laptop answers to whatever address the hall's router gave it; a server on the internet names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if HTTPS else ["*"])
LAN_ADDRESSES = "burraco_club.network.lan_addresses"
"""Names this computer's addresses in the hall, for a QR code made by a referee who works at `localhost`."""
# A list of 800 lines comes back with a tick for each (`tournaments/forms/people/pairs.py`).
DATA_UPLOAD_MAX_NUMBER_FIELDS = 2_000

SESSION_COOKIE_HTTPONLY = True
CSRF_COOKIE_HTTPONLY = True
CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "object-src": [NONE],
        "base-uri": [NONE],
        "frame-ancestors": [NONE],
        "form-action": [SELF],
    }
}
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    SECURE_SSL_REDIRECT = SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    # Browsers take cookies of such a name from this host alone, and only over https.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
else:
    # A club's LAN is plain http, where no certificate can be had: HSTS, the redirect and secure cookies need one.
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W011", "security.W016"]
    # Browsers ignore this header on plain http, and complain about it in their console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
if LAN_HTTPS:
    # No HSTS: it would forbid to go on past the browser's warning, and the next evening may be plain http again. Then a
    # page could not replace a cookie that was set for https alone, so these have names of their own.
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "sessionid-https", "csrftoken-https"

# What goes wrong is told on the terminal

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "of_a_request": {"()": "burraco_club.logs.OfARequest"},
        "faults": {"()": "burraco_club.database_middleware.NotToldElsewhere"},
    },
    "formatters": {
        "line": {
            "()": "burraco_club.logs.Lines",
            "fmt": "{asctime} {levelname} {name} [{request_id}]: {message}",
            "style": "{",
        },
        "json": {"()": "burraco_club.logs.JsonLines"},
    },
    "handlers": {
        "stderr": {
            "class": "logging.StreamHandler",
            "formatter": "json" if LOG_AS_JSON else "line",
            "filters": ["of_a_request", "faults"],
        }
    },
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"level": "INFO" if DEBUG else "WARNING", "propagate": True, "handlers": []},
        # Where a program reads along, every request; its address is told by the pattern, for some addresses are secret.
        "burraco_club.requests": {"level": "INFO" if LOG_AS_JSON else "WARNING"},
        # A refused slip is answered with 422 and told to whoever typed it; the terminal is for what is broken.
        "django.request": {"level": "ERROR"},
        # Refusals: who was not let in, and who asked for what they may not do.
        "burraco_club.security": {"level": "WARNING"},
        # Phones that ask at the same moment wait for their turn; that is no news.
        "waitress.queue": {"level": "ERROR"},
    },
}
