"""The base of the apps' configurations, which registers their system checks when a site starts."""

from django.apps import AppConfig
from django.core.checks import register

from utilitysvc.kit.checks import check_extras, check_packages, check_settings
from utilitysvc.kit.extras import Extra


class FunctionConfig(AppConfig):
    """The base of each function's AppConfig. Its label begins with utilitysvc_, so that it clashes with no host's.

    ``extras``: packages that its operations import when first called. ``manage.py check`` lists those not installed.
    """

    extras: tuple[Extra, ...] = ()

    def ready(self) -> None:
        register(check_settings)
        register(check_packages)
        register(check_extras)
