from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.interfaces.mcp.origins import check_origins


class InterfacesConfig(AppConfig):
    name = "utilitysvc.interfaces"
    label = "utilitysvc_interfaces"
    verbose_name = "Batch and agents"

    def ready(self) -> None:
        register(check_origins)
