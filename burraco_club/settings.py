"""Settings of the one project, for three ways of running it.

* A club: `python3 club.py` on a laptop. SQLite, plain http on the hall's LAN, nothing to configure.
* A federation: `BURRACO_HTTPS=1`, `ALLOWED_HOSTS` and `DATABASE_URL` in the environment, behind a reverse
  proxy that ends TLS and sets `X-Forwarded-Proto`.
* The tests: their own data folder and key, plain static files.

Read from the environment: `BURRACO_DATA` (folder of the database and the key), `BURRACO_HTTPS`, `ALLOWED_HOSTS`
(comma-separated), `DATABASE_URL`, `SECRET_KEY` (for several machines; otherwise kept in the data folder), `DEBUG`.
"""

import os
import sys
from datetime import timedelta
from pathlib import Path

import django_stubs_ext
import environ
from csp.constants import NONE, SELF

from burraco_club.code_version import code_version
from burraco_club.secret_key import read_or_create_key

# Lets Python run what the type checker reads: `forms.ModelForm[Player]`.
django_stubs_ext.monkeypatch()

env = environ.Env()

BASE_DIR = Path(__file__).resolve().parent.parent
TESTING = "pytest" in sys.modules or sys.argv[1:2] == ["test"]
HTTPS = env.bool("BURRACO_HTTPS", default=False)
DEBUG = env.bool("DEBUG", default=False)

DATA_DIR = Path(env.str("BURRACO_DATA", default=str(BASE_DIR / ("test-output/data" if TESTING else "club-data"))))
SECRET_KEY = env.str("SECRET_KEY", default="") or read_or_create_key(DATA_DIR / "secret.key")

CODE_VERSION = code_version(BASE_DIR)
"""Changes with the code; part of every public page's ETag."""

# Applications, in the order in which templates and static files are looked up

INSTALLED_APPS = [
    "burraco_club",
    "scoring",
    "tournaments",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.contrib.admin",
    "django_htmx",
    "django_tables2",
    "simple_history",
    "axes",
    "csp",
]

MIDDLEWARE = [
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    # Every page asks for a login unless its view is marked @login_not_required.
    "burraco_club.middleware.LoginUnlessPublicMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
    "simple_history.middleware.HistoryRequestMiddleware",
    "csp.middleware.CSPMiddleware",
    "axes.middleware.AxesMiddleware",
]

ROOT_URLCONF = "burraco_club.urls"
WSGI_APPLICATION = "burraco_club.wsgi.application"

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
            ]
        },
    }
]

# Database

DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SQLITE = {"ENGINE": "django.db.backends.sqlite3", "NAME": DATA_DIR / "club.sqlite3"}
DATABASES = {"default": env.db("DATABASE_URL") if env.str("DATABASE_URL", default="") else SQLITE}
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
# Whoever works on the files, or tests them, sees them as they are, collected or not.
WHITENOISE_USE_FINDERS = WHITENOISE_AUTOREFRESH = DEBUG or TESTING

# Accounts

LOGIN_URL = "login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"
AUTHENTICATION_BACKENDS = ["axes.backends.AxesStandaloneBackend", "django.contrib.auth.backends.ModelBackend"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("UserAttributeSimilarityValidator", "MinimumLengthValidator", "CommonPasswordValidator")
]
if TESTING:
    PASSWORD_HASHERS = ["django.contrib.auth.hashers.MD5PasswordHasher"]

# A referee who mistypes is back in five minutes at worst; who guesses passwords gets nowhere.
AXES_FAILURE_LIMIT = 10
AXES_COOLOFF_TIME = timedelta(minutes=5)
AXES_LOCKOUT_PARAMETERS = [["username", "ip_address"]]
AXES_RESET_ON_SUCCESS = True
AXES_RESET_COOL_OFF_ON_FAILURE_DURING_LOCKOUT = False
AXES_VERBOSE = False
AXES_LOCKOUT_TEMPLATE = "registration/locked.html"

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
    SECURE_HSTS_SECONDS = int(timedelta(days=365).total_seconds())
    SECURE_HSTS_INCLUDE_SUBDOMAINS = SECURE_HSTS_PRELOAD = True
else:
    # A club's LAN is plain http, where no certificate can be had: HSTS, the redirect and secure cookies need one.
    SILENCED_SYSTEM_CHECKS = ["security.W004", "security.W008", "security.W012", "security.W016"]
    # Browsers ignore this header on plain http, and complain about it in their console.
    SECURE_CROSS_ORIGIN_OPENER_POLICY = None

# What goes wrong is told on the terminal

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"line": {"format": "{asctime} {levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "line"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "django": {"level": "INFO" if DEBUG else "WARNING", "propagate": True, "handlers": []},
        # A refused slip is answered with 422 and told to whoever typed it; the terminal is for what is broken.
        "django.request": {"level": "ERROR"},
        # Phones that ask at the same moment wait for their turn; that is no news.
        "waitress.queue": {"level": "ERROR"},
    },
}
