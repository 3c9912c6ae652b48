"""docs/rules.md and its pages: every rule that code or tests name stands there, and a test names every rule.

Read are comments, docstrings and the names of tests, where an id is a word of its own: ``G12``, ``test_g12_...``, and
both ends of ``H1-H8`` with all between. Other strings are not read: ``"B1"`` may be a country's code in a test.
"""

import ast
import io
import re
import tokenize
from collections.abc import Mapping

import pytest

from tests.conftest import SERVICES
from tests.reuse.wheel import ROOT
from utilitysvc.description import catalogue
from utilitysvc.kit import ServiceError

PAGES = {page: page.read_text() for page in sorted((ROOT / "docs" / "rules").glob("*.md"))}
RULES = [rule for text in PAGES.values() for rule in re.findall(r"^### ([A-Z]\d+)\. ", text, re.MULTILINE)]
LETTERS = "".join({rule[0] for rule in RULES})
ID = re.compile(rf"(?<![\w.+%-])([{LETTERS}])([1-9]\d?)(?:(?:-| to )\1([1-9]\d?))?(?![\w+]|\.\d)")
NAME = re.compile(rf"_([{LETTERS.lower()}]\d{{1,2}})(?=_|$)")


def ids(text):
    """The ids in a text, those between the two ends of a range included."""
    for letter, first, last in ID.findall(text):
        yield from (f"{letter}{number}" for number in range(int(first), int(last or first) + 1))


def named_in(path):
    """The ids that a Python file names in its comments, its docstrings and the names of its tests."""
    source = path.read_text()
    names = {rule.upper() for test in re.findall(r"\bdef (test_\w+)", source) for rule in NAME.findall(test)}
    if not ID.search(source):  # to parse all files takes a second
        return names
    texts = [ast.get_docstring(node) or "" for node in documented(ast.parse(source))]
    if any("#" in line and ID.search(line.partition("#")[2]) for line in source.splitlines()):
        tokens = tokenize.generate_tokens(io.StringIO(source).readline)
        texts += [token.string for token in tokens if token.type == tokenize.COMMENT and "noqa" not in token.string]
    return names | {rule for text in texts for rule in ids(text)}


def documented(node):
    """The modules, classes and functions from ``node`` on."""
    if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
        yield node
    for child in getattr(node, "body", ()):
        yield from documented(child)


FOLDERS = [path for path in ROOT.iterdir() if path.is_dir() and not path.name.startswith((".", "build"))]


@pytest.fixture(scope="module")
def named():
    files = [path for folder in FOLDERS for path in folder.rglob("*.py")]
    return {path.relative_to(ROOT): named_in(path) for path in [*ROOT.glob("*.py"), *files]}


def test_named_rules_exist(named):
    assert {path: unknown for path, rules in named.items() if (unknown := rules - set(RULES))} == {}


def test_each_rule_is_named_by_a_test(named):
    assert set(RULES) - set().union(*(rules for path, rules in named.items() if path.name.startswith("test_"))) == set()


@pytest.mark.parametrize("service", SERVICES, ids=str)
def test_each_refusal_is_stated(service):
    """Each error that an example of a refusal has; a page writes ``<class>`` in the place of a value."""
    operations = next(endpoint for endpoint in catalogue.functions() if endpoint.path == service.path).operations
    spans = re.findall(r"(?<!`)(`+)(?!`)(.+?)(?<!`)\1(?!`)", " ".join(" ".join(PAGES.values()).split()))
    stated = re.compile("|".join(re.sub("<[^>]+>", ".+", re.escape(span)) for _, span in spans if span[0].isupper()))
    unstated = [error for error in errors(operations) if not stated.fullmatch(error)]
    assert unstated == [], "write each of these errors in backticks on a page of docs/rules/"


def errors(operations):
    for refusal in operations.error_examples.values():
        if isinstance(refusal, Mapping):
            with pytest.raises(ServiceError) as raised:
                operations.chosen(refusal).answer(refusal)
            yield raised.value.error
        else:
            yield refusal.error
