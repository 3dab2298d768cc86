"""The settings of the project, for three ways of running it.

* A club: `python3 club.py` on a laptop. SQLite, plain http on the hall's LAN, nothing to configure.
* A federation: `BURRACO_HTTPS=1`, `ALLOWED_HOSTS` and `DATABASE_URL` in the environment, behind a reverse
  proxy that ends TLS and sets `X-Forwarded-Proto`.
* The tests: their own data folder and key, plain static files.

Read from the environment: `BURRACO_DATA` (folder of the database and the key), `BURRACO_HTTPS`, `BURRACO_LAN_HTTPS` (a
club on its LAN with a certificate of its own: `club.py --https`), `ALLOWED_HOSTS` (comma-separated), `TRUSTED_PROXIES`
(likewise), `BURRACO_IDLE_HOURS`, `BURRACO_LONGEST_HOURS`, `BURRACO_SECOND_FACTOR`, `DATABASE_URL`, `SECRET_KEY` (for
several machines; otherwise kept in the data folder), `BURRACO_BACKUPS_KEPT` and `BURRACO_BACKUP_COPY` (the number of
backups, and a second folder for them), `DEBUG`, `BURRACO_LOG` (`json`: one object per line, and a line for every
request), `BURRACO_LINE_USER` (the account at the other end of a hall's line, `burraco-line`), `BURRACO_INSTALLED` (by
the command of a wheel, whose folder stays as it is), and for email, which a club may do without: `EMAIL_HOST`,
`EMAIL_PORT`, `EMAIL_HOST_USER`, `EMAIL_HOST_PASSWORD`, `EMAIL_USE_TLS`, `EMAIL_USE_SSL`, `DEFAULT_FROM_EMAIL`,
`BURRACO_EMAILS_A_MINUTE`.
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
from pages import release

# Lets Python evaluate annotations such as `forms.ModelForm[Player]`.
django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules or sys.argv[1:2] == ["test"]
HTTPS = env.bool("BURRACO_HTTPS", default=False)
"""The program is behind a proxy that ends TLS, with a certificate that browsers trust."""
LAN_HTTPS = env.bool("BURRACO_LAN_HTTPS", default=False)
"""The program itself ends TLS, with a certificate that it created."""
DEBUG = env.bool("DEBUG", default=False)
INSTALLED = env.bool("BURRACO_INSTALLED", default=False)
"""The program is an installed wheel, whose folder stays as it is and whose languages are compiled."""
COMMAND = "burraco-club" if INSTALLED else "python3 club.py"
"""What is typed to start the club, and before what else it can do."""
LOG_AS_JSON = env.str("BURRACO_LOG", default="") == "json"

DATA_DIR = Path(env.str("BURRACO_DATA", default=str(BASE_DIR / ("test-output/data" if TESTING else "club-data"))))
close_folder(DATA_DIR)

CODE_VERSION = code.code_version(BASE_DIR)
"""The version of the code, which is part of every public page's ETag."""
VERSION = release.VERSION
"""The version number, shown with the version of the code at the foot of the referees' pages."""

# Apps, in the order in which templates and static files are looked up

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
    # It hides the true length of a page, which would tell its secrets (BREACH). Cached pages are compressed already.
    "django.middleware.gzip.GZipMiddleware",
    "burraco_club.transport.ClientAddressMiddleware",
    # Outside everything that reads or sets a cookie, and before every login.
    "burraco_club.transport.LineMiddleware",
    # These wrap everything that answers, so that every response has their headers.
    "burraco_club.transport.PrivatePagesMiddleware",
    "burraco_club.transport.OtherSitesMiddleware",
    "django.middleware.security.SecurityMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "csp.middleware.CSPMiddleware",
    # Before everything that uses the database, to catch every fault of it.
    "burraco_club.database_middleware.DatabaseFaultsMiddleware",
    "burraco_club.early_answers.PhonePollsMiddleware",
    "burraco_club.early_answers.FirstLanguageMiddleware",
    "burraco_club.early_answers.PageCacheMiddleware",
    "burraco_club.early_answers.LoginGateMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "burraco_club.middleware.ProblemsMiddleware",
    "burraco_club.middleware.ClubSettingsMiddleware",
    "django.middleware.common.CommonMiddleware",
    "burraco_club.middleware.AdmissionMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Permissions are checked here, by the table in burraco_club/rights.py, and nowhere else.
    "burraco_club.middleware.RightsMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    # Last, so that its refusals are in the reader's language, and before any view, whose body it may refuse.
    "burraco_club.middleware.RequestChecksMiddleware",
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
                "burraco_club.context_processors.rights",
                "burraco_club.context_processors.club",
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
# A new connection for each request would halve SQLite's speed.
DATABASES["default"]["CONN_MAX_AGE"] = None
if DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"]:
    # Writers queue from their first statement on, instead of failing half-way. With synchronous=NORMAL a power cut may
    # lose the last commits; with FULL, what the screen reported as saved survives.
    DATABASES["default"]["OPTIONS"] = {
        "timeout": 20,
        "transaction_mode": "IMMEDIATE",
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA foreign_keys=ON;",
    }
    # Wherever there is PostgreSQL's driver, django-tables2 would load it: 7 MB of the memory of each club of a house.
    sys.modules.setdefault("django.contrib.postgres.fields", None)  # type: ignore[arg-type]
    # A database in memory has one connection, and two referees need two; two runs of the tests need two files as well.
    DATABASES["default"]["TEST"] = {"NAME": DATA_DIR / f"test-{os.getpid()}.sqlite3"}
else:
    DATABASES["default"]["TEST"] = {}
    DATABASES["default"]["CONN_HEALTH_CHECKS"] = True
    # The same timeout as SQLite's: a writer is told after it instead of waiting for ever.
    DATABASES["default"].setdefault("OPTIONS", {}).setdefault("options", "-c lock_timeout=20s")
    # A connection to another machine is encrypted and its certificate verified, unless configured otherwise.
    hosts = DATABASES["default"]["HOST"].split(",")
    here = [host in ("", "localhost", "127.0.0.1", "::1") or host.startswith(("/", "%2F")) for host in hosts]
    if not all(here) and "PGSSLMODE" not in os.environ:
        DATABASES["default"]["OPTIONS"].setdefault("sslmode", "verify-full")

# The tests' databases are made as the models are; a test holds an upgraded club's tables against them.
DATABASES["default"]["TEST"]["MIGRATE"] = False

# The key. The database tells whether a club begins here. Without a key, whatever needs it refuses to start.

SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_draw_key(
    DATA_DIR / "secret.key",
    database=Path(DATABASES["default"]["NAME"]) if DATABASES["default"]["ENGINE"] == SQLITE["ENGINE"] else None,
)

# Backups

BACKUPS_KEPT = env.int("BURRACO_BACKUPS_KEPT", default=30)
"""The number of automatic backups that are kept."""
BACKUP_COPY = env.str("BURRACO_BACKUP_COPY", default="")
"""A second folder for backups, on a USB stick or another disk; empty if there is none."""

# Email: without a server no page speaks of it, but the one that says how to set it

EMAIL_HOST = env.str("EMAIL_HOST", default="")
EMAIL_USE_SSL = env.bool("EMAIL_USE_SSL", default=False)
EMAIL_USE_TLS = not EMAIL_USE_SSL and env.bool("EMAIL_USE_TLS", default=True)
"""Encrypted from the second command on. A server without encryption has to be asked for."""
EMAIL_PORT = env.int("EMAIL_PORT", default=465 if EMAIL_USE_SSL else 587)
EMAIL_HOST_USER = env.str("EMAIL_HOST_USER", default="")
EMAIL_HOST_PASSWORD = env.str("EMAIL_HOST_PASSWORD", default="")
DEFAULT_FROM_EMAIL = env.str("DEFAULT_FROM_EMAIL", default=EMAIL_HOST_USER)
EMAIL_TIMEOUT = 20
"""The seconds that each answer of the server may take."""
EMAILS_A_MINUTE = env.int("BURRACO_EMAILS_A_MINUTE", default=30)
"""The most emails that the club sends in a minute: providers shut out whoever sends more at once."""

# Languages: Italian pages have plain addresses, the others a prefix

LANGUAGE_CODE = "it"
LANGUAGES = [("it", "Italiano"), ("en", "English"), ("es", "Español"), ("pt", "Português")]
LOCALE_PATHS = [BASE_DIR / "locale"]
FORMAT_MODULE_PATH = "burraco_club.formats"
TIME_ZONE = "Europe/Rome"
USE_TZ = True
USE_THOUSAND_SEPARATOR = True
"""1.250 as Italians write it. Django leaves numbers in form fields alone."""

# Static files, collected for each version of the code, so that an incomplete or older collection is never served

STATIC_URL = "static/"
STATIC_ROOT = (DATA_DIR if INSTALLED else BASE_DIR) / "staticfiles" / CODE_VERSION
STATICFILES_DIRS = [BASE_DIR / "static"]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "whitenoise.storage.CompressedManifestStaticFilesStorage"},
}
if TESTING:
    STORAGES["staticfiles"] = {"BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"}
WHITENOISE_ALLOW_ALL_ORIGINS = False
# Pages name files by their hash alone, and a start looks at each file.
WHITENOISE_KEEP_ONLY_HASHED_FILES = True
# In development and tests the files are served as they are, collected or not.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING

# Accounts

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["accounts.logins.backend.AccountBackend"]
# As NIST SP 800-63B and OWASP recommend: a minimum length and no common password, no rule about character classes.
AUTH_PASSWORD_VALIDATORS = [
    {
        "NAME": "accounts.logins.length.LengthValidator",
        "OPTIONS": {"min_length": 12},
    },
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
]
# Hashes from an older program are accepted, and replaced when their owner logs in.
PASSWORD_HASHERS = ["accounts.logins.hasher.ClubArgon2", "django.contrib.auth.hashers.PBKDF2PasswordHasher"]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]
# A wrong code counts as a failed login, within the same limits; django-otp's own delay doubles without end.
OTP_TOTP_THROTTLE_FACTOR = 0
PASSWORD_RESET_TIMEOUT = int(timedelta(days=1).total_seconds())
"""The seconds for which a link for the first login is valid."""

SESSION_ENGINE = "accounts.logins.backend"
IDLE_HOURS = env.int("BURRACO_IDLE_HOURS", default=4 if HTTPS else 14 * 24)
"""Hours without a request after which a session ends: a pause in an evening on a server, two weeks on a laptop."""
SESSION_COOKIE_AGE = IDLE_HOURS * 3600
LONGEST_HOURS = env.int("BURRACO_LONGEST_HOURS", default=12 if HTTPS else 30 * 24)
"""Hours after the login at which a session ends, idle or not."""

SECOND_FACTOR_DEMANDED = HTTPS and env.bool("BURRACO_SECOND_FACTOR", default=False)
"""Administrators must set up a second factor before they can open anything else."""

TRUSTED_PROXIES = env.list("TRUSTED_PROXIES", default=["127.0.0.1", "::1", "unix"] if HTTPS else [])
"""Addresses or networks of proxies whose `X-Forwarded-…` headers are trusted; `unix` stands for local sockets."""

# Security

# A laptop answers to any address that the hall's router gave it; a server on the internet names its own.
ALLOWED_HOSTS = env.list("ALLOWED_HOSTS", default=[] if HTTPS else ["*"])
LINE_USER = env.str("BURRACO_LINE_USER", default="burraco-line")
"""The account at the other end of the line that puts a hall on the web; each key there may do one thing."""
LAN_ADDRESSES = "burraco_club.network.lan_addresses"
"""The function that returns this computer's addresses in the hall, for a QR code requested at `localhost`."""
# A list of 800 lines comes back with a checkbox for each (`tournaments/forms/people/pairs.py`).
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
    # Browsers accept cookies with this prefix only from this host, and only over https.
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "__Host-session", "__Host-csrf"
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
else:
    # A club's LAN uses plain http, without certificates; HSTS, the redirect and secure cookies need one.
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W011", "security.W016"]
    # Browsers ignore this header on plain http and complain about it in their console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None
if LAN_HTTPS:
    # No HSTS: it would prevent users from passing the browser's warning, and the next evening may use plain http again.
    # A page could not replace a cookie set for https only, so these have names of their own.
    SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = True
    SESSION_COOKIE_NAME, CSRF_COOKIE_NAME = "sessionid-https", "csrftoken-https"

# Logging, on the terminal

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "of_a_request": {"()": "burraco_club.logs.RequestFilter"},
        "faults": {"()": "burraco_club.database_middleware.NotToldElsewhere"},
    },
    "formatters": {
        "line": {
            "()": "burraco_club.logs.LineFormatter",
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
        },
        "tail": {"class": "burraco_club.log_tail.TailHandler", "filters": ["of_a_request", "faults"]},
    },
    "root": {"handlers": ["stderr", "tail"], "level": "WARNING"},
    "loggers": {
        "django": {"level": "INFO" if DEBUG else "WARNING", "propagate": True, "handlers": []},
        # With JSON, every request is logged, with its address pattern, because some addresses are secret.
        "burraco_club.requests": {"level": "INFO" if LOG_AS_JSON else "WARNING"},
        # A refused slip is answered with 422 and shown to its author; the terminal is for what is broken.
        "django.request": {"level": "ERROR"},
        # Refusals: failed logins, and forbidden requests.
        "burraco_club.security": {"level": "WARNING"},
        # Phones that ask at the same moment wait for their turn; that needs no warning.
        "waitress.queue": {"level": "ERROR"},
    },
}
