"""How a view finds what describes it: drf-spectacular, which not every site has, is imported when first asked for."""

from importlib.util import find_spec
from typing import Any

from rest_framework.schemas.inspectors import DefaultSchema

__all__ = ["DescribedByOperations"]


class DescribedByOperations(DefaultSchema):
    """A view's ``schema``: whatever DEFAULT_SCHEMA_CLASS a site has, drf-spectacular gets the table of operations."""

    def __get__(self, instance: Any, owner: type) -> Any:
        if find_spec("drf_spectacular") is None:
            return super().__get__(instance, owner)
        from utilitysvc.kit.openapi.operation_schema import OperationSchema

        inspector = OperationSchema()
        inspector.view = instance
        return inspector
