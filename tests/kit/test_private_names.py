"""The private names of frameworks that we use, by place. A release that takes one away fails here, with its name."""

import ast
import importlib
import inspect
import re

import pytest

from tests.service import ROOT

APPS = ("hashing", "iplookup", "timeops", "textops", "uuids", "passwords", "randomgen", "numbers")
#: The module that has each name, and where we use it. No public way does the same: ``body`` of Django's request is read
#: once and before any limit of ours, a response that is logged has no other mark, and no other file has OpenSSL's
#: functions.
USED = {
    "_body": ("django.http.request", {"utilitysvc/kit/reading.py"}),
    "_read_started": ("django.http.request", {"utilitysvc/kit/reading.py"}),
    "_hashlib": ("hashlib", {"hashing/implementations.py"}),
    "_has_been_logged": ("django.utils.log", {"utilitysvc/kit/exception_handler.py", "utilitysvc/serving/views.py"}),
}
#: Names that no documentation promises either, of objects that ours subclass or are given: serving/front.py,
#: protocol.py, worker.py and gunicorn_settings.py.
UNDOCUMENTED = {
    "django.http.request": ["self._stream.read", "def _set_content_type_params"],
    "uvicorn.protocols.http.httptools_impl": [
        *(f"self.{name}" for name in ("cycle", "pipeline", "tasks", "connections", "server_state", "parser")),
        *(f"self.{name}" for name in ("response_complete", "keep_alive", "message_event", "disconnected")),
        *("def send_400_response", "def shutdown"),
    ],
    "uvicorn_worker._workers": ["async def callback_notify", "handle_exit"],
    "gunicorn.workers.base": ["self.age", "self.sockets", "self.wsgi"],
}


@pytest.mark.parametrize("name", USED)
def test_the_framework_still_has_the_name(name):
    assert name in inspect.getsource(importlib.import_module(USED[name][0]))


@pytest.mark.parametrize("module", UNDOCUMENTED)
def test_the_server_still_has_the_names(module):
    source = inspect.getsource(importlib.import_module(module))
    assert [name for name in UNDOCUMENTED[module] if name not in source] == []


def test_no_other_private_name_is_used():
    """A name that a file states itself is its own."""
    places = {}
    for folder in ("utilitysvc", *APPS):
        for path in (ROOT / folder).rglob("*.py"):
            asked, own = set(), set()
            for node in ast.walk(ast.parse(path.read_text())):
                match node:
                    case ast.Import(names) | ast.ImportFrom(names=names):
                        imported = [getattr(node, "module", None) or "", *(each.name for each in names)]
                        asked.update(re.findall(r"\b_[^_]\w*", ".".join(imported)))
                    case ast.Attribute(ast.Name("self"), name, ast.Store()) | ast.AnnAssign(ast.Name(name)):
                        own.add(name)
                    case ast.FunctionDef(name) | ast.AsyncFunctionDef(name) | ast.Assign([ast.Name(name)]):
                        own.add(name)
                    case ast.Attribute(_, name) if re.match("_[^_]", name) and name != "_replace":  # of a NamedTuple
                        asked.add(name)
            for name in asked - own:
                places.setdefault(name, set()).add(path.relative_to(ROOT).as_posix())
    assert places == {name: where for name, (_, where) in USED.items()}
