"""Settings of somebody else's site, which wants everything otherwise than the service does.

``APP`` in the environment names the one app that it takes. It has no database, and none of our middleware.
"""

import os

SECRET_KEY = "foreign"
ALLOWED_HOSTS = ["testserver"]
ROOT_URLCONF = "urls"
INSTALLED_APPS = ["rest_framework", os.environ["APP"]]
MIDDLEWARE = [
    "django.middleware.locale.LocaleMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
]
TEMPLATES = [{"BACKEND": "django.template.backends.django.DjangoTemplates", "APP_DIRS": True}]
APPEND_SLASH = True
LANGUAGE_CODE = "de"
TIME_ZONE = "Asia/Tokyo"
USE_TZ = False
USE_THOUSAND_SEPARATOR = True
DATA_UPLOAD_MAX_NUMBER_FIELDS = 1
DATA_UPLOAD_MAX_MEMORY_SIZE = 1
UTILITYSVC_MAX_BODY_BYTES = 4096
GEOIP_PATH = os.environ.get("GEOIP_PATH")
LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "handlers": {"stderr": {"class": "logging.StreamHandler"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {"django": {"handlers": [], "propagate": True}},
}
REST_FRAMEWORK = {
    "DEFAULT_RENDERER_CLASSES": ["rest_framework.renderers.BrowsableAPIRenderer"],
    "DEFAULT_PARSER_CLASSES": ["rest_framework.parsers.MultiPartParser"],
    "DEFAULT_AUTHENTICATION_CLASSES": ["policy.Password"],
    "DEFAULT_PERMISSION_CLASSES": ["rest_framework.permissions.IsAuthenticated"],
    "DEFAULT_THROTTLE_CLASSES": ["policy.Patience"],
    "DEFAULT_PAGINATION_CLASS": "rest_framework.pagination.PageNumberPagination",
    "DEFAULT_VERSIONING_CLASS": "rest_framework.versioning.QueryParameterVersioning",
    "ALLOWED_VERSIONS": ["9"],
    "DEFAULT_VERSION": "8",
    "PAGE_SIZE": 1,
    "EXCEPTION_HANDLER": "policy.handle",
    "UNAUTHENTICATED_USER": None,
}
