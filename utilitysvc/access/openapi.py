"""A hook for drf-spectacular that describes keys and rates, if they are in use (S2, S6, S7)."""

from http import HTTPStatus
from typing import Any

from utilitysvc.access import conf
from utilitysvc.access.authentication import scheme_of
from utilitysvc.description import catalogue
from utilitysvc.kit.renderers import JSON

SCHEME = "key"


def describe_access(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the security scheme, and the responses 401 and 429 to each path that needs a key or counts calls."""
    keys, rate = conf.api_tokens(), conf.rate_limit()
    statuses = [HTTPStatus.UNAUTHORIZED] if keys else []
    statuses += [HTTPStatus.TOO_MANY_REQUESTS] if rate else []
    if keys:
        schemes = result["components"].setdefault("securitySchemes", {})
        schemes[SCHEME] = {"type": "http", "scheme": "bearer", "description": "A key that the operator gave you"}
    closed = {endpoint.path for endpoint in catalogue.endpoints() if scheme_of(endpoint.view)}
    for path in closed & result["paths"].keys():
        for operation in result["paths"][path].values():
            if keys:
                operation["security"] = [{SCHEME: []}]
            responses = operation["responses"]
            schema = responses["500"]["content"][JSON]["schema"]  # the shape of the path's other errors
            for status in statuses:
                responses[str(status)] = {"description": status.phrase, "content": {JSON: {"schema": schema}}}
    return result
