from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.interfaces.mcp.origins import check_origins
from utilitysvc.interfaces.mcp.tools import check_names


class InterfacesConfig(AppConfig):
    name = "utilitysvc.interfaces"
    label = "utilitysvc_interfaces"
    verbose_name = "Batch and agents"

    def ready(self) -> None:
        register(check_origins)
        register(check_names)
