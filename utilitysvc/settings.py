"""Django's settings, from environment variables; docs/deployment.md lists them."""

import sys
from pathlib import Path

from django.core.exceptions import ImproperlyConfigured
from django.core.management.utils import get_random_secret_key

from hashing.conf import DEFAULT_MAX_FILE_BYTES
from utilitysvc import environment
from utilitysvc.access import variables
from utilitysvc.description import OPENAPI
from utilitysvc.interfaces.mcp.origins import parsed_origin
from utilitysvc.kit.conf import DEFAULT_MAX_BODY_BYTES

BASE_DIR = Path(__file__).resolve().parent.parent

# The folder numbers/ contains the package numbergen. As a package, numbers would hide the standard library's module of
# that name, which decimal imports. As a plain folder at the end of the path, it hides nothing.
sys.path.append(str(BASE_DIR / "numbers"))

DEBUG = environment.boolean("DEBUG")
# Nothing is signed: there are no sessions, no cookies and no signed tokens. But Django requires a value.
SECRET_KEY = environment.text("SECRET_KEY") or get_random_secret_key()
# No answer is made from the Host header, so every host is allowed unless an operator restricts it.
ALLOWED_HOSTS = environment.names(
    "ALLOWED_HOSTS", "*", valid=environment.is_host, wanted="host names without scheme and port"
)

# The functions: the beginning of their paths, which is also the name of their subcommands, and their app.
FUNCTIONS = {
    "hash": "hashing",
    "ip": "iplookup",
    "random": "randomgen",
    "uuid": "uuids",
    "password": "passwords",
    "text": "textops",
    "time": "timeops",
    "number": "numbergen",
}
INSTALLED_APPS = ["utilitysvc.console", "utilitysvc.description", "utilitysvc.serving", "utilitysvc.access"]
INSTALLED_APPS += FUNCTIONS.values()
# Further ways to call the same functions: many calls in one request, and tools for agents.
INTERFACES = environment.subset("DOORS", ["batch", "mcp"])
if INTERFACES:
    INSTALLED_APPS.append("utilitysvc.interfaces")
# The origins, other than this host, whose pages may call /mcp/.
UTILITYSVC_MCP_ALLOWED_ORIGINS = environment.names(
    "MCP_ALLOWED_ORIGINS", valid=parsed_origin, wanted="origins as https://example.com"
)

MIDDLEWARE = ["utilitysvc.middleware.request_middleware"]
ROOT_URLCONF = "utilitysvc.urls"
WSGI_APPLICATION = "utilitysvc.wsgi.application"
APPEND_SLASH = False  # a redirect would lose a POST body; utilitysvc/urls.py answers slashless paths directly
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
TIME_ZONE = "UTC"
USE_I18N = False

# Who may call, and how often. Unless one of these is set, anyone may call without limit.
UTILITYSVC_API_TOKENS = variables.api_tokens()
UTILITYSVC_RATE_LIMIT = variables.rate_limit()
CACHES = variables.caches()
#: Whether calls are counted in a shared cache. A request may then have to wait for another machine.
COUNTS_ARE_SHARED = bool(UTILITYSVC_RATE_LIMIT and environment.text("CACHE_URL"))
# How many proxies' X-Forwarded-For is trusted.
NUM_PROXIES = environment.integer("NUM_PROXIES", default=0)
REST_FRAMEWORK = {
    "DEFAULT_AUTHENTICATION_CLASSES": ["utilitysvc.access.authentication.TokenAuthentication"]
    if UTILITYSVC_API_TOKENS
    else [],
    "DEFAULT_PERMISSION_CLASSES": ["utilitysvc.access.authentication.HasKey"] if UTILITYSVC_API_TOKENS else [],
    "DEFAULT_THROTTLE_CLASSES": ["utilitysvc.access.throttling.CallThrottle"] if UTILITYSVC_RATE_LIMIT else [],
    "DEFAULT_SCHEMA_CLASS": "utilitysvc.access.openapi.AccessSchema",
    "UNAUTHENTICATED_USER": None,  # DRF's default would import django.contrib.auth
    "NUM_PROXIES": NUM_PROXIES,
}

# The path at which a proxy mounts the service. Each request's path then begins with it.
MOUNT = environment.mount("SCRIPT_NAME")
SPECTACULAR_SETTINGS = {
    **OPENAPI,
    "AUTHENTICATION_WHITELIST": [],  # AccessSchema describes the keys
    "SERVERS": [{"url": MOUNT}] if MOUNT else [],
}

# Which paths a page of any origin may read; by default none. The views of /ip/ and /mcp/ are left out, because they
# send their own headers and answer their own preflights.
CORS_URLS_REGEX = environment.pattern("CORS_URLS_REGEX")
if CORS_URLS_REGEX:
    CORS_URLS_REGEX = rf"(?!/(?:ip|mcp)(?:/|$))(?:{CORS_URLS_REGEX})"
    INSTALLED_APPS.append("corsheaders")
    MIDDLEWARE.append("corsheaders.middleware.CorsMiddleware")
CORS_ALLOW_ALL_ORIGINS = True
CORS_ALLOW_METHODS = ["GET", "POST", "OPTIONS"]
CORS_ALLOW_HEADERS = ["Content-Type", "Authorization"]
CORS_PREFLIGHT_MAX_AGE = 86400

GEOIP_PATH = environment.text("GEOIP_PATH")

UTILITYSVC_MAX_BODY_BYTES = environment.integer("MAX_BODY_BYTES", default=DEFAULT_MAX_BODY_BYTES, minimum=1)
UTILITYSVC_MAX_FILE_BYTES = environment.integer("MAX_FILE_BYTES", default=DEFAULT_MAX_FILE_BYTES, minimum=1)

# Off by default: Django's SecurityMiddleware costs every request some 10 µs, and a proxy can do the same.
SECURE_HSTS_SECONDS = environment.integer("SECURE_HSTS_SECONDS", default=0)
SECURE_HSTS_INCLUDE_SUBDOMAINS = environment.boolean("SECURE_HSTS_INCLUDE_SUBDOMAINS")
SECURE_HSTS_PRELOAD = environment.boolean("SECURE_HSTS_PRELOAD")
SECURE_SSL_REDIRECT = environment.boolean("SECURE_SSL_REDIRECT")
if SECURE_SSL_REDIRECT and "*" in ALLOWED_HOSTS:
    # The Location of the redirect repeats the Host header. If every host were allowed, a client could have others
    # redirected to any host.
    raise ImproperlyConfigured("SECURE_SSL_REDIRECT needs ALLOWED_HOSTS to name the hosts that are served, not *")
SECURE_REDIRECT_EXEMPT = [r"^health/"]  # an orchestrator probes by plain HTTP (S3)
SECURE_REFERRER_POLICY = "no-referrer"
if SECURE_HSTS_SECONDS or SECURE_SSL_REDIRECT:
    MIDDLEWARE.append("django.middleware.security.SecurityMiddleware")
if NUM_PROXIES:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")  # trusted from the same proxies as X-Forwarded-For
SILENCED_SYSTEM_CHECKS = [
    "security.W002",  # X-Frame-Options: pages forbid framing by their Content-Security-Policy
    "security.W003",  # CSRF: there is no cookie and nothing to change, so nothing to forge
]

METRICS = environment.boolean("METRICS")
METRICS_HOST = environment.text("METRICS_HOST", "127.0.0.1")
METRICS_PORT = environment.integer("METRICS_PORT", default=9100, minimum=1, maximum=65535)

LOG_LEVEL = environment.text("LOG_LEVEL", "INFO").upper()
if LOG_LEVEL not in ("DEBUG", "INFO", "WARNING", "ERROR", "CRITICAL"):
    raise environment.malformed("LOG_LEVEL", "DEBUG, INFO, WARNING, ERROR or CRITICAL", LOG_LEVEL)
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "formatters": {"private": {"()": "utilitysvc.kit.logs.PrivateFormatter"}},
    "filters": {"once a minute": {"()": "utilitysvc.kit.logs.once_a_minute"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "private"}},
    "root": {"handlers": ["stderr"], "level": LOG_LEVEL},
    "loggers": {
        # A 4xx is the client's error. Its line would contain the path, which may contain an IP address (G15).
        "django.request": {"level": "ERROR"},
        "django": {"handlers": [], "propagate": True},
        "uvicorn.error": {"filters": ["once a minute"]},
    },
}
