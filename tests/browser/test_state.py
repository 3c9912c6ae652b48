"""The state of the console in the address, and while the page lives."""

from urllib.parse import parse_qsl

import pytest

pytestmark = pytest.mark.browser


def test_the_state_is_in_the_address_and_comes_back_from_it(visit):
    visit.function("random")
    visit.answered(lambda: visit.field("count").fill("4"))
    visit.answered(lambda: visit.field("unique").uncheck())
    assert visit.page.url == f"{visit.base}/#/random?count=4&unique=false"
    visit.function("text", "operation=rot13%2Creverse&text=abc")
    assert visit.value() == ["pon"]
    visit.page.go_back()
    visit.page.wait_for_selector("#value .tiles")
    assert visit.field("count").input_value() == "4"
    assert not visit.field("unique").is_checked()


SECRETS = {"hash": ["input", "salt", "key", "expected"], "password": ["exclude"], "uuid": ["name"]}


@pytest.mark.parametrize("function", SECRETS)
def test_no_secret_gets_into_an_address(visit, function):
    """The address names what it lacks, so that whoever opens it is not shown another answer."""
    urls = []
    visit.page.on("request", lambda request: urls.append(request.url))
    visit.function(function, "version=5" if function == "uuid" else "")
    for name in SECRETS[function]:
        visit.answered(lambda name=name: visit.field(name).fill("S3cret"))
    urls.append(visit.page.url)
    query = dict(parse_qsl(urls[-1].partition("?")[2]))
    assert set(query.pop("without").split()) == set(SECRETS[function])
    assert set(query) <= {"version"}
    assert not [url for url in urls if "S3cret" in url or "?" in url.partition("#")[0]]


def test_what_was_typed_is_there_again_after_another_function_and_after_back(visit):
    visit.function("hash")
    visit.answered(lambda: visit.field("input").fill("abc"))
    visit.answered(lambda: visit.page.get_by_role("link", name="UUID").click())
    visit.answered(lambda: visit.page.get_by_role("link", name="Hash").click())
    assert visit.field("input").input_value() == "abc"
    visit.answered(lambda: visit.field("input").fill("x" * 2000))
    visit.answered(lambda: visit.page.get_by_role("link", name="Text").click())
    visit.answered(visit.page.go_back)
    assert visit.field("input").input_value() == "x" * 2000


def test_a_link_brings_the_main_input_and_no_key(visit):
    visit.function("hash", "input=abc&key=S3cret")
    assert visit.value() == ["ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad"]
    assert "S3cret" not in visit.page.url
    visit.answered(lambda: visit.field("input").fill("S3cret"))
    assert visit.page.url.endswith("/#/hash?without=input")
