"""What every function's app does when a site starts."""

from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_packages, check_settings

__all__ = ["FunctionConfig"]


class FunctionConfig(AppConfig):
    """The base of each function's AppConfig. Its label begins with utilitysvc_, so that it clashes with no host's."""

    def ready(self) -> None:
        register(check_settings)
        register(check_packages)
