"""The OpenAPI 3.1 description, generated from the URLs, the serializers and the annotations of the services.

Nothing is imported here: the settings read OPENAPI, and drf-spectacular takes a tenth of a second to import.
"""

from utilitysvc import __version__

__all__ = ["OPENAPI"]

OPENAPI = {
    "TITLE": "utilitysvc",
    "VERSION": __version__,
    "OAS_VERSION": "3.1.1",
    "DESCRIPTION": """\
Eight small computing functions. Each answers `GET` with query parameters and `POST` with a JSON object of the same
names, and gives the same answer for the same values. Send large text by `POST`.

Names from a closed list are read in any case, integers and booleans also as text, and unknown names are ignored.
Answers are JSON; with `output=text` or `Accept: text/plain` they are the bare value. Nothing is stored, and no input is
logged.""",
    "LICENSE": {"name": "MIT", "identifier": "MIT"},
    "POSTPROCESSING_HOOKS": [],  # its own one makes a component of every enum
    "SORT_OPERATIONS": False,  # in the order of the URLs
}
