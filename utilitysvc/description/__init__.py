"""The service's description for programs: its index with limits (S1, B8), and its OpenAPI description (S2).

The settings import OPENAPI from here. This module therefore does not import drf-spectacular, which takes a tenth of a
second.
"""

from utilitysvc import __version__

OPENAPI = {
    "TITLE": "utilitysvc",
    "VERSION": __version__,
    # Nothing in the description needs 3.1, and every generator of clients knows 3.0.
    "OAS_VERSION": "3.0.3",
    "DESCRIPTION": """\
Small computing functions. Each accepts `GET` with query parameters and `POST` with a JSON object of the same names, and
both give the same answer for the same values. Send large texts by `POST`.

The service accepts more than this description says. Names from a closed list may be in upper or lower case, with or
without hyphens; integers and booleans may be text; a list may be one text with commas; null and empty values count as
not given. Unknown names are ignored, and listed in the answer's header `X-Ignored-Parameters`.

Answers are JSON; with the parameter `output=text`, or the header `Accept: text/plain`, they are only the value, as
plain text. Nothing is stored, and no input is logged.

Unless the operator has switched them off, `POST /batch/` answers many calls in one request, and `POST /mcp/` offers the
functions to agents as tools, over the [Model Context Protocol](https://modelcontextprotocol.io).""",
    "LICENSE": {"name": "MIT", "url": "https://spdx.org/licenses/MIT.html"},
    "POSTPROCESSING_HOOKS": [],  # drf-spectacular's own hook makes a component of every enum
    "SORT_OPERATIONS": False,  # they stay in the order of the URLs
}
