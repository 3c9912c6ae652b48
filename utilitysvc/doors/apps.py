from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.doors.mcp.origins import check_origins


class DoorsConfig(AppConfig):
    name = "utilitysvc.doors"
    label = "utilitysvc_doors"
    verbose_name = "Batch and agents"

    def ready(self) -> None:
        register(check_origins)
