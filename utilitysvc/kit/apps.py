"""The base of the apps' configurations, which registers their system check when a site starts."""

from collections.abc import Callable, Iterable

from django.apps import AppConfig, apps
from django.core.checks import CheckMessage, register
from rest_framework.settings import api_settings

from utilitysvc.kit.checks import check_site
from utilitysvc.kit.extras import Extra


class FunctionConfig(AppConfig):
    """The base of each function's AppConfig. Its label begins with utilitysvc_, so that it clashes with no host's.

    ``extras``: packages that its operations import when first called. ``manage.py check`` lists those not installed.
    ``checks``: system checks of its own.
    """

    extras: tuple[Extra, ...] = ()
    checks: tuple[Callable[..., Iterable[CheckMessage]], ...] = ()

    def ready(self) -> None:
        for check in (check_site, *self.checks):
            register(check)
        if apps.is_installed("drf_spectacular"):
            _describe_views()


def _describe_views() -> None:
    """Describe our views by their operations, whichever class of drf-spectacular's the site has for its own (F1).

    A site whose generator is another one gets what that makes of any APIView.
    """
    from drf_spectacular.openapi import AutoSchema

    from utilitysvc.kit.openapi.operation_schema import OperationSchema
    from utilitysvc.kit.view import ComputeView

    of_site = api_settings.DEFAULT_SCHEMA_CLASS
    if issubclass(of_site, AutoSchema) and not issubclass(of_site, OperationSchema):
        ComputeView.schema = type("SiteOperationSchema", (OperationSchema, of_site), {})()
