"""What the service says of itself to programs: its index with limits (S1, B8), and its OpenAPI description (S2).

Nothing is imported here: the settings read OPENAPI, and drf-spectacular takes a tenth of a second to import.
"""

from utilitysvc import __version__

__all__ = ["OPENAPI"]

OPENAPI = {
    "TITLE": "utilitysvc",
    "VERSION": __version__,
    # Nothing in the description needs 3.1, and every generator of clients knows 3.0.
    "OAS_VERSION": "3.0.3",
    "DESCRIPTION": """\
Small computing functions. Each answers `GET` with query parameters and `POST` with a JSON object of the same names, and
gives the same answer for the same values. Send large text by `POST`.

This description is strict; the service is lenient. Names from a closed list are read in any case and with or without
hyphens, integers and booleans also as text, a list also as one text with commas, and null and an empty value as not
given. Unknown names are ignored; the answer's header `X-Ignored-Parameters` names them.

Answers are JSON; with the parameter `output=text`, or the header `Accept: text/plain`, they are the bare value as plain
text. Nothing is stored, and no input is logged.

Unless an operator leaves them out, `POST /batch/` answers many calls in one request, and agents find the functions as
tools at `POST /mcp/`, by the [Model Context Protocol](https://modelcontextprotocol.io), which describes itself.""",
    "LICENSE": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
    "POSTPROCESSING_HOOKS": [],  # its own one makes a component of every enum
    "SORT_OPERATIONS": False,  # in the order of the URLs
}
