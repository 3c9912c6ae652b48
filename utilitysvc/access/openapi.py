"""A hook for drf-spectacular that describes keys and rates, if they are in use (S2, S6, S7)."""

from typing import Any

from utilitysvc.access import conf
from utilitysvc.access.authentication import scheme_of
from utilitysvc.description import catalogue
from utilitysvc.kit.renderers import JSON

SCHEME = "key"


def describe_access(result: dict[str, Any], **kwargs: Any) -> dict[str, Any]:
    """Add the security scheme, and the responses 401 and 429 to each path that needs a key or counts calls."""
    keys, rate = conf.api_tokens(), conf.rate_limit()
    if keys:
        schemes = result["components"].setdefault("securitySchemes", {})
        schemes[SCHEME] = {"type": "http", "scheme": "bearer", "description": "A key that the operator gave you"}
    closed = {endpoint.path for endpoint in catalogue.endpoints() if scheme_of(endpoint.view)}
    for path in closed & result["paths"].keys():
        for operation in result["paths"][path].values():
            responses = operation["responses"]
            content = {JSON: {"schema": responses["500"]["content"][JSON]["schema"]}}  # of the path's other errors
            if keys:
                operation["security"] = [{SCHEME: []}]
                responses["401"] = {"description": "Unauthorized", "content": content}
            if rate:
                responses["429"] = {"description": "Too Many Requests", "content": content}
    return result
