"""The private names of frameworks that we use, by place. A release that takes one away fails here, with its name."""

import ast
import importlib
import inspect

import pytest

from tests.service import ROOT

#: The module that has each name, and where we use it. No public way does the same: ``body`` of Django's request is read
#: once and before any limit of ours, and a response that is logged has no other mark.
USED = {
    "_body": ("django.http.request", {"kit/reading.py"}),
    "_read_started": ("django.http.request", {"kit/reading.py"}),
    "_has_been_logged": ("django.utils.log", {"kit/exception_handler.py", "serving/views.py"}),
}
#: Names that no documentation promises either, of objects that ours subclass or are given: serving/handler.py,
#: protocol.py, worker.py and gunicorn_settings.py.
UNDOCUMENTED = {
    "django.http.request": ["self._stream.read"],
    "uvicorn.protocols.http.httptools_impl": [
        *(f"self.{name}" for name in ("cycle", "pipeline", "tasks", "connections", "server_state", "parser")),
        *(f"self.{name}" for name in ("response_complete", "keep_alive", "message_event", "disconnected")),
        *("def send_400_response", "def shutdown"),
    ],
    "uvicorn_worker._workers": ["async def callback_notify", "handle_exit"],
    "gunicorn.arbiter": ["SIG_QUEUE"],
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
    """In the packages that stand on the frameworks; a name that a file states itself is its own."""
    places = {}
    for folder in ("kit", "description", "interfaces", "console", "access", "serving"):
        for path in (ROOT / "utilitysvc" / folder).rglob("*.py"):
            nodes = list(ast.walk(ast.parse(path.read_text())))
            asked = {node.attr for node in nodes if isinstance(node, ast.Attribute)}
            stated = {node.attr for node in nodes if isinstance(node, ast.Attribute) and is_stated(node)}
            stated |= {
                node.name
                for node in nodes
                if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef) and node.name not in USED
            }
            stated |= {node.target.id for node in nodes if isinstance(node, ast.AnnAssign) and is_name(node.target)}
            for name in asked - stated:
                if name.startswith("_") and not name.startswith("__") and name != "_replace":  # of a NamedTuple
                    places.setdefault(name, set()).add(path.relative_to(ROOT / "utilitysvc").as_posix())
    assert places == {name: where for name, (_, where) in USED.items()}


def is_name(node):
    return isinstance(node, ast.Name)


def is_stated(node):
    """Whether an object sets an attribute of its own."""
    return isinstance(node.ctx, ast.Store) and is_name(node.value) and node.value.id == "self"
