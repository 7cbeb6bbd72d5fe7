"""Settings of the site: the environment decides, the defaults are safe.

DATA_DIR       database, uploads and keys (default: var/ beside this project; in a
               package, the folder that the system has for it)
DATABASE_URL   another database (default: SQLite in DATA_DIR)
SECRET_KEY     default: made once and stored in DATA_DIR
HOST, PORT     where it listens (default: 127.0.0.1, 8000)
ALLOWED_HOSTS  names this site answers to, with commas (default: this machine)
BASE_URL       how others reach it: on codes, labels, links, in e-mail (default: detected)
HTTPS          0 if the site is served over plain HTTP, as in a hall
HSTS_SUBDOMAINS, HSTS_PRELOAD  1 if browsers may require HTTPS for all hosts of the domain
DEMO           0 to start without the demo club
DEBUG          1 for developers only: tracebacks, unhashed assets, /_look/
EMAIL_URL      smtp://user:password@host:port (default: e-mail goes to the console)
MAIL_FROM      who e-mail is from
BACKUP_FOLDER  a second folder for nightly backups, on another disk
BACKUP_COMMAND what takes each nightly backup, $BACKUP_FILE, off this machine
BACKUP_PASSPHRASE  encrypts both kinds of copies
LOG_FORMAT     json for log lines as JSON objects
PUSH           0 to send no push notifications to phones
PUSH_KEY       default: made once and stored in DATA_DIR; servers that share a database share it
METRICS_TOKEN  a token to read /metrics from elsewhere (default: only this computer may)
PUSH_SERVICES  more push services that browsers may use, with commas
WEBHOOK_HOSTS  computers of the local network that webhooks may reach too, with commas
PUBLISH_FOLDER   a folder for the public pages as plain files (default: they aren't published)
PUBLISH_URL      the address at which others read that folder, for absolute links
PUBLISH_COMMAND  uploads the folder after each change
"""

import os
import re
from contextlib import suppress
from email.utils import parseaddr
from importlib.util import find_spec
from pathlib import Path
from urllib.parse import SplitResult, unquote, urlsplit

import dj_database_url
from csp.constants import NONE, SELF
from django.contrib.messages import constants as message_levels

from crokinole_site import __version__, layout
from crokinole_site.data_folder import (
    close_to_others,
    data_folder,
    identity_of_site,
    kept_secret,
)
from leagues.backup.placing import finish_restore

BASE_DIR = layout.BASE_DIR
SITE_COMMAND = layout.SITE_COMMAND
START_COMMAND = layout.START_COMMAND
RELEASE = __version__


def read_setting(name: str, default: str = "") -> str:
    """Read a variable; an empty one counts as missing, as compose passes on empty ones from
    .env.
    """
    return os.environ.get(name, "").strip() or default


def read_flag(name: str, *, default: bool) -> bool:
    return read_setting(name, "1" if default else "0").lower() in {"1", "true", "yes"}


def read_list(name: str) -> list[str]:
    return [each.strip() for each in read_setting(name).split(",") if each.strip()]


def read_url(name: str, example: str) -> SplitResult:
    """Read a URL; exit with a sentence if a password in it would change its host."""
    with suppress(ValueError):
        parts = urlsplit(read_setting(name))
        if not (parts.fragment or "@" in parts.path + parts.query or parts.port == 0):
            return parts
    raise SystemExit(
        f"{name} is an address such as {example}. In its password @ is written %40, "
        ": is %3A, / is %2F, # is %23, ? is %3F and % is %25."
    )


DEBUG = read_flag("DEBUG", default=False)
HTTPS = read_flag("HTTPS", default=not DEBUG)
DATA_DIR = data_folder(read_setting("DATA_DIR", str(layout.DATA_DIR)))
finish_restore(DATA_DIR)

SECRET_KEY = read_setting("SECRET_KEY") or kept_secret(DATA_DIR / "secret-key")
ALLOWED_HOSTS = read_list("ALLOWED_HOSTS") or ["localhost", "127.0.0.1", "[::1]"]
HOST = read_setting("HOST", "127.0.0.1")
PORT = read_setting("PORT", "8000")
BASE_URL = read_setting("BASE_URL").rstrip("/")
DEMO = read_flag("DEMO", default=True)
if BASE_URL:
    _named = re.fullmatch(r"https?://([\w.-]+|\[[\da-fA-F:]+\])(:\d+)?", BASE_URL)
    if not _named:
        raise SystemExit(f"BASE_URL is an address such as https://club.example; not {BASE_URL}.")
    ALLOWED_HOSTS.append(_named[1])

INSTALLED_APPS = [
    "leagues",
    "scoring",  # for its catalogues: it doesn't use Django
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "django.contrib.staticfiles",
    "django.contrib.humanize",
    "django.forms",
    "allauth",
    "allauth.account",
    "allauth.mfa",
    "csp",
    "django_htmx",
    "template_partials",
]

MIDDLEWARE = [
    "crokinole_site.middleware.LanguageFirst",
    "django.middleware.security.SecurityMiddleware",
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "crokinole_site.compression.Packing",
    "crokinole_site.middleware.ApiErrors",
    "crokinole_site.middleware.StyleNamedFirst",
    "crokinole_site.middleware.Policy",
    "crokinole_site.middleware.StoredByNobody",
    "crokinole_site.sessions.LimitedSessions",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "crokinole_site.language.ChosenLanguage",
    "allauth.account.middleware.AccountMiddleware",
    "crokinole_site.middleware.SetUpFirst",
    "crokinole_site.middleware.FormsWithErrors",
    "crokinole_site.middleware.RefusedActs",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "django_htmx.middleware.HtmxMiddleware",
]

ROOT_URLCONF = "crokinole_site.urls"
FORM_RENDERER = "leagues.forms.renderer.HouseForms"
WSGI_APPLICATION = "crokinole_site.wsgi.application"

CACHED_LOADER = (
    "crokinole_site.lean_templates.CachedLoader",
    [
        "crokinole_site.lean_templates.Loader",
        "django.template.loaders.app_directories.Loader",
    ],
)
TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [layout.find_folder("templates")],
        "OPTIONS": {
            "loaders": [("template_partials.loader.Loader", [CACHED_LOADER])],
            "context_processors": [
                "django.template.context_processors.request",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "crokinole_site.context_processors.site",
            ],
            "builtins": [
                "template_partials.templatetags.partials",
                "leagues.templatetags.buttons",
                "leagues.templatetags.crumbs",
                "leagues.templatetags.dates",
                "leagues.templatetags.placeholder",
            ],
        },
    }
]

# --- Database -------------------------------------------------------------------

if not read_setting("DATABASE_URL").startswith("sqlite:"):
    read_url("DATABASE_URL", "postgres://user:password@host/name")
DATABASES = {
    "default": dj_database_url.parse(
        read_setting("DATABASE_URL", f"sqlite:///{DATA_DIR / 'twenties.sqlite3'}"),
        conn_max_age=60,
        conn_health_checks=True,
    )
}
if DATABASES["default"]["ENGINE"].endswith("sqlite3"):
    close_to_others(Path(str(DATABASES["default"]["NAME"])))
    if find_spec("fcntl"):  # elsewhere writers wait as SQLite lets them, without an order
        DATABASES["default"]["ENGINE"] = "crokinole_site.queued_sqlite3"
    DATABASES["default"]["TEST"] = {"NAME": ":memory:"}
    DATABASES["default"]["OPTIONS"] = {
        # Writers take the lock when they begin, so what they read cannot change
        # beneath them; FULL, so that an acknowledged score survives a power cut.
        "transaction_mode": "IMMEDIATE",
        # Each thread has a connection: half of SQLite's usual cache, 1 MiB, is enough for a page.
        "init_command": "PRAGMA journal_mode=WAL; PRAGMA synchronous=FULL; PRAGMA cache_size=-1024;",
        # Of Python's 128, most are of one page only, and each takes 20 kB.
        "cached_statements": 32,
        "timeout": 20,
    }
else:
    # Frequent queries are planned once for each connection.
    DATABASES["default"]["OPTIONS"] = {
        # Without this, a server that disappears silently would block a request for 15 minutes.
        "connect_timeout": 5,
        "tcp_user_timeout": 10_000,
        # A transaction that hangs with a lock doesn't block others for ever, as on SQLite.
        "options": "-c lock_timeout=20s",
        "server_side_binding": True,
        "prepare_threshold": 5,
        **DATABASES["default"].get("OPTIONS", {}),
    }
SITE_IDENTITY = identity_of_site(BASE_URL, DATA_DIR, DATABASES["default"])
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
# Only rate limits are stored in it (leagues.access.throttle, allauth). With Django's 300 entries,
# requests from 300 addresses would push out the counts of all others.
CACHES = {
    "default": {
        "BACKEND": "django.core.cache.backends.locmem.LocMemCache",
        "OPTIONS": {"MAX_ENTRIES": 100_000, "CULL_FREQUENCY": 10},
    }
}

# --- People -----------------------------------------------------------------------

AUTH_USER_MODEL = "leagues.User"
AUTHENTICATION_BACKENDS = ["allauth.account.auth_backends.AuthenticationBackend"]
PASSWORD_HASHERS = ["crokinole_site.passwords.Argon2"]
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": f"django.contrib.auth.password_validation.{name}"}
    for name in ("MinimumLengthValidator", "CommonPasswordValidator")
]
LOGIN_URL = "account_login"
LOGIN_REDIRECT_URL = "home"
LOGOUT_REDIRECT_URL = "home"

# If e-mail is sent, an address is verified before the account opens, and signing up with a
# known address looks like any other. If not, no address could be verified: accounts are created
# by introduction only (access.may_sign_up), and no one is locked out. An address, verified or
# not, never gives a player or a role.
SENDS_EMAIL = bool(read_setting("EMAIL_URL"))
ACCOUNT_ADAPTER = "leagues.access.accounts.Accounts"
ACCOUNT_LOGIN_METHODS = {"email"}
ACCOUNT_SIGNUP_FIELDS = ["email*", "password1*"]
ACCOUNT_USER_MODEL_USERNAME_FIELD = None
ACCOUNT_EMAIL_VERIFICATION = "mandatory" if SENDS_EMAIL else "optional"
ACCOUNT_PREVENT_ENUMERATION = True
ACCOUNT_EMAIL_UNKNOWN_ACCOUNTS = False
ACCOUNT_LOGIN_BY_CODE_ENABLED = True
ACCOUNT_LOGIN_BY_CODE_TIMEOUT = 15 * 60
ACCOUNT_LOGIN_ON_PASSWORD_RESET = True
ACCOUNT_LOGOUT_ON_PASSWORD_CHANGE = False
ACCOUNT_SESSION_REMEMBER = True
ACCOUNT_EMAIL_SUBJECT_PREFIX = ""
ACCOUNT_MAX_EMAIL_ADDRESSES = 3
ACCOUNT_DEFAULT_HTTP_PROTOCOL = "https" if HTTPS else "http"
ACCOUNT_FORMS = {
    "login": "leagues.forms.club.accounts.SignIn",
    "signup": "leagues.forms.club.accounts.SignUp",
    "add_email": "leagues.forms.club.accounts.AddAddress",
    "change_password": "leagues.forms.club.accounts.ChangePassword",
    "set_password": "leagues.forms.club.accounts.SetPassword",
    "reset_password": "leagues.forms.club.accounts.ForgottenPassword",
    "reset_password_from_key": "leagues.forms.club.accounts.ReplacePassword",
    "request_login_code": "leagues.forms.club.accounts.AskForCode",
    "confirm_login_code": "leagues.forms.club.accounts.EnterCode",
    "reauthenticate": "leagues.forms.club.accounts.PasswordAgain",
}
ACCOUNT_RATE_LIMITS = {
    # A hall is one network address: generous for the hall, strict for one account. The limit of
    # messages to one address is in leagues.access.throttle.
    "login": "120/m/ip",
    "login_failed": "30/m/ip,5/5m/key",
    "signup": "30/m/ip",
    "request_login_code": "30/m/ip",
    "reset_password": "20/m/ip",
}
MFA_SUPPORTED_TYPES = ["webauthn", "recovery_codes"]
MFA_PASSKEY_LOGIN_ENABLED = True
MFA_FORMS = {
    "add_webauthn": "leagues.forms.club.accounts.PasskeyForm",
    "authenticate": "leagues.forms.club.accounts.RecoveryCode",
    "reauthenticate": "leagues.forms.club.accounts.RecoveryCodeAgain",
}

# --- E-mail -----------------------------------------------------------------------

EMAIL_BACKEND = "django.core.mail.backends.console.EmailBackend"
MAIL_FROM = read_setting("MAIL_FROM")
DEFAULT_FROM_EMAIL = MAIL_FROM or "Twenties <twenties@localhost>"
if SENDS_EMAIL:
    _mail = read_url("EMAIL_URL", "smtp://user:password@mail.example:587")
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST = _mail.hostname or "localhost"
    EMAIL_PORT = _mail.port or 25
    EMAIL_HOST_USER = unquote(_mail.username or "")
    EMAIL_HOST_PASSWORD = unquote(_mail.password or "")
    EMAIL_USE_TLS = _mail.scheme == "smtp" and bool(_mail.username)
    EMAIL_USE_SSL = _mail.scheme == "smtps"
    EMAIL_TIMEOUT = 20  # seconds after which a silent mail server counts as down

# --- Telling phones -----------------------------------------------------------------

PUSH = read_flag("PUSH", default=True)
PUSH_KEY = read_setting("PUSH_KEY") or kept_secret(DATA_DIR / "push-key")
# The contact for push services when something goes wrong on this site.
PUSH_CONTACT = (
    f"mailto:{parseaddr(MAIL_FROM)[1]}"
    if MAIL_FROM
    else BASE_URL
    if BASE_URL.startswith("https:")
    else f"https://{ALLOWED_HOSTS[0].lstrip('.*')}"
)
# A browser names its push service; nothing is sent to any other host.
PUSH_SERVICES = [
    "https://fcm.googleapis.com",
    "https://*.push.services.mozilla.com",
    "https://*.push.apple.com",
    "https://*.notify.windows.com",
    *read_list("PUSH_SERVICES"),
]

# --- Telling other programs ----------------------------------------------------------

# Organisers enter the addresses, so hosts of the local network must be allowed by the operator.
WEBHOOK_HOSTS = read_list("WEBHOOK_HOSTS")
WEBHOOKS_PLAIN = DEBUG or not HTTPS

# --- Publishing the public pages as files ----------------------------------------------

# Only the operator chooses where files are written and what command runs.
PUBLISH_FOLDER = read_setting("PUBLISH_FOLDER")
PUBLISH_COMMAND = read_setting("PUBLISH_COMMAND")
PUBLISH_URL = read_setting("PUBLISH_URL").rstrip("/")
if PUBLISH_URL and not re.fullmatch(r"https?://[\w.:-]+(/[\w./~-]*)?", PUBLISH_URL):
    raise SystemExit(
        f"PUBLISH_URL is an address such as https://club.example/results; not {PUBLISH_URL}."
    )

# --- Words and times ----------------------------------------------------------------

LANGUAGE_CODE = "en"
LANGUAGES = [  # each in its language
    ("en", "English"),
    ("fr", "Français"),
    ("de", "Deutsch"),
    ("nl", "Nederlands"),
    ("es", "Español"),
    ("hu", "Magyar"),
]
LANGUAGE_COOKIE_NAME = "language"
LOCALE_PATHS = [BASE_DIR / room / "locale" for room in ("leagues", "scoring")]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Assets -------------------------------------------------------------------------

STATIC_URL = "static/"
STATIC_ROOT = DATA_DIR / "static"
STATICFILES_DIRS = [layout.find_folder("static")]
JOINED_FILES = DATA_DIR / "joined"
# The code that makes them, these settings included: if it changes, the next start rebuilds them.
STATICFILES_CODE = sorted(Path(__file__).parent.glob("*.py"))
STATICFILES_FINDERS = [
    "crokinole_site.storage.JoinedFiles",
    "django.contrib.staticfiles.finders.AppDirectoriesFinder",
]
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {
        "BACKEND": "django.contrib.staticfiles.storage.StaticFilesStorage"
        if DEBUG
        else "whitenoise.storage.CompressedManifestStaticFilesStorage"
    },
}
MEDIA_ROOT = DATA_DIR / "uploads"

# A token to read /metrics (default: only requests from this computer may).
METRICS_TOKEN = read_setting("METRICS_TOKEN")

# --- What a browser is allowed to do --------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [NONE],
        "script-src": [SELF],
        "style-src": [SELF],
        "img-src": [SELF, "data:"],
        "font-src": [SELF],
        "connect-src": [SELF],
        "manifest-src": [SELF],
        "worker-src": [SELF],
        "base-uri": [NONE],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    }
}
X_FRAME_OPTIONS = "DENY"
SECURE_REFERRER_POLICY = "same-origin"
SESSION_ENGINE = "crokinole_site.sessions"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
CSRF_COOKIE_HTTPONLY = True
CSRF_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = HTTPS
CSRF_COOKIE_SECURE = HTTPS
SECURE_SSL_REDIRECT = HTTPS
# Browsers ignore it on plain HTTP, and report that on every page.
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin" if HTTPS else None
SECURE_HSTS_SECONDS = 365 * 24 * 3600 if HTTPS else 0
# Both affect more than this site: a club's bare domain may have other hosts on plain HTTP.
SECURE_HSTS_INCLUDE_SUBDOMAINS = read_flag("HSTS_SUBDOMAINS", default=False)
SECURE_HSTS_PRELOAD = read_flag("HSTS_PRELOAD", default=False)
SILENCED_SYSTEM_CHECKS = ["security.W005", "security.W021"]
if read_flag("BEHIND_PROXY", default=False):
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    ALLAUTH_TRUSTED_PROXY_COUNT = 1

MESSAGE_TAGS = {message_levels.ERROR: "danger"}

BACKUP_FOLDER = Path(folder) if (folder := read_setting("BACKUP_FOLDER")) else None
BACKUP_COMMAND = read_setting("BACKUP_COMMAND")
BACKUP_PASSPHRASE = read_setting("BACKUP_PASSPHRASE")

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {
        "line": {
            "()": "crokinole_site.logs.ShortLines",
            "format": "{levelname} {name}: {message}",
            "style": "{",
        },
        "json": {"()": "crokinole_site.logs.JsonLines", "format": "{message}", "style": "{"},
    },
    "filters": {"sparing": {"()": "crokinole_site.logs.Sparing"}},
    "handlers": {
        "console": {
            "class": "logging.StreamHandler",
            "formatter": "json" if read_setting("LOG_FORMAT") == "json" else "line",
            "filters": ["sparing"],
        }
    },
    "root": {"handlers": ["console"], "level": "WARNING"},
}
