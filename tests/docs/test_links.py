"""The documentation hangs together: every link leads somewhere, and every page stands in the site map."""

import re

import pytest

from tests.reuse.wheel import ROOT

PAGES = [*ROOT.glob("*.md"), *ROOT.glob("docs/**/*.md"), *ROOT.glob("geodata/*.md")]
#: All that the names of settings, variables and constants can stand in.
SOURCE = "\n".join(
    path.read_text()
    for pattern in ("*.py", "[!.]*/**/*.py", "tests/**/*.tsv", "deploy/*", "Dockerfile", ".github/workflows/*")
    for path in ROOT.glob(pattern)
    if path.is_file() and path.suffix != ".mmdb"
)


def anchors(page):
    """The fragments that the headings of a page make, as the common renderers of Markdown make them."""
    headings = re.findall(r"^#+ (.+)$", page.read_text(), re.MULTILINE)
    return {re.sub(r"[^\w\- ]", "", heading.lower()).replace(" ", "-") for heading in headings}


def leads_somewhere(page, target):
    path, _, fragment = target.partition("#")
    linked = page.parent / path if path else page
    return linked.exists() and (not fragment or fragment in anchors(linked))


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_each_link_leads_somewhere(page):
    text = re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE)
    targets = [target for target in re.findall(r"\]\(([^)\s]+)\)", text) if "://" not in target]
    assert [target for target in targets if not leads_somewhere(page, target)] == []


@pytest.mark.parametrize("page", PAGES, ids=lambda page: str(page.relative_to(ROOT)))
def test_files_and_constants_that_are_named_exist(page):
    """`utilitysvc/kit/view.py`, `MAX_BODY_BYTES`; not those of the example, and not a reader's own hidden files."""
    spans = re.findall(r"`([^`\n]+)`", re.sub(r"^```.*?^```$", "", page.read_text(), flags=re.DOTALL | re.MULTILINE))
    files = [
        span for span in spans if re.fullmatch(r"\w[\w.-]*(/[\w.-]+)+\.(py|conf|yaml|toml|txt|lark|js|svg|json)", span)
    ]
    assert [name for name in files if "roman" not in name and not (ROOT / name).exists()] == []
    names = {span for span in spans if re.fullmatch(r"[A-Z][A-Z0-9]*(_[A-Z0-9]+)+", span)}
    assert {name for name in names if name not in SOURCE} == set()


def test_site_map_names_every_page_once():
    named = re.findall(r"^\| .*\]\(([\w-]+\.md)\)", (ROOT / "docs" / "README.md").read_text(), re.MULTILINE)
    assert sorted([*named, "README.md"]) == sorted(page.name for page in ROOT.glob("docs/*.md"))
