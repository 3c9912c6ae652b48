from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.access.checks import check_access


class AccessConfig(AppConfig):
    name = "utilitysvc.access"
    label = "utilitysvc_access"
    verbose_name = "Keys and rates"

    def ready(self) -> None:
        register(check_access)
