"""A view's ``schema``, which imports drf-spectacular only when it is first used, since not every site has it."""

from functools import cache
from importlib.util import find_spec
from typing import Any

from rest_framework.schemas.inspectors import DefaultSchema
from rest_framework.settings import api_settings


class DescribedByOperations(DefaultSchema):
    """A view's ``schema``: drf-spectacular gets the table of operations, whichever subclass of its own a site has.

    A site whose generator is another one, as Django REST framework's own, gets what that makes of any APIView.
    """

    def __get__(self, instance: Any, owner: type) -> Any:
        # What is set on the instance is of extend_schema on a method, or None where the path is left out.
        if instance in self.instance_schemas or (kind := _site_schema()) is None:
            return super().__get__(instance, owner)
        inspector = kind()
        inspector.view = instance
        return inspector


def _site_schema() -> type | None:
    """Return our class with the site's as its base, or None if drf-spectacular does not describe the site."""
    if find_spec("drf_spectacular") is None:
        return None
    from drf_spectacular.openapi import AutoSchema

    of_site = api_settings.DEFAULT_SCHEMA_CLASS
    return _under_operations(of_site) if issubclass(of_site, AutoSchema) else None


@cache
def _under_operations(of_site: type) -> type:
    from utilitysvc.kit.openapi.operation_schema import OperationSchema

    if issubclass(OperationSchema, of_site) or issubclass(of_site, OperationSchema):
        return OperationSchema if issubclass(OperationSchema, of_site) else of_site
    return type("SiteOperationSchema", (OperationSchema, of_site), {})
