"""A service that is far away or wants a key: what the first answer costs, and files on their way."""

import hashlib
import json
import re
import subprocess

import pytest
from playwright.sync_api import expect

from tests.browser.browser import Window, visiting, visiting_alone
from tests.browser.visit import SHOWN
from tests.service import serving
from utilitysvc.access import tokens

pytestmark = pytest.mark.browser


MOST_REQUESTS = 15
MOST_BYTES = 80_000
GZIP = {"Accept-Encoding": "gzip"}


def test_the_first_answer_takes_few_requests_and_bytes(chromium, subtests):
    """Of each function, in a browser that has nothing of the page, by gzip: by HTTPS it takes brotli, which is less."""
    for function in ("hash", "ip?ip=8.8.8.8", "random", "uuid", "password", "text", "time", "number", "ip_network"):
        with subtests.test(function), visiting_alone(chromium, extra_http_headers=GZIP) as visit:
            visit.open(f"/#/{function}")
            visit.page.wait_for_selector(SHOWN)
            requests, sent, _ = visit.page.evaluate("first")
            assert 8 < requests <= MOST_REQUESTS
            assert 30_000 < sent <= MOST_BYTES
            visit.page.wait_for_load_state("networkidle")


MEGABYTE = 1_000_000


def test_h10_a_large_file_shows_its_progress_and_is_cancelled_and_another_is_dropped(visit, tmp_path):
    """Larger than other bodies may be, and with a name to quote in a shell."""
    file = tmp_path / "it's.bin"
    file.write_bytes(b"\xff\x00" * MEGABYTE)
    visit.function("hash")
    network = visit.page.context.new_cdp_session(visit.page)
    speed = {"offline": False, "latency": 0, "downloadThroughput": -1}
    network.send("Network.emulateNetworkConditions", speed | {"uploadThroughput": MEGABYTE // 10})
    visit.page.get_by_label("File", exact=True).set_input_files(file)
    visit.page.get_by_text(re.compile(r"^[01]\.\d of 2\.0 MB$")).wait_for()
    visit.button("Cancel").click()
    visit.page.locator("#status").get_by_text("Cancelled").wait_for()
    network.send("Network.emulateNetworkConditions", speed | {"uploadThroughput": -1})
    visit.answered(visit.button("Hash").click)
    assert visit.value() == [hashlib.sha256(file.read_bytes()).hexdigest()]
    visit.shows("2,000,000")
    visit.fill(iterations="2")
    shown = visit.code("curl")
    printed = subprocess.run(["bash", "-c", shown], cwd=tmp_path, capture_output=True, text=True, check=True).stdout
    assert [json.loads(printed)["hash"]] == visit.value()
    dropped = visit.page.evaluate_handle(
        """() => { const data = new DataTransfer(); data.items.add(new File(["def"], "def.txt")); return data; }"""
    )
    form = visit.page.locator("form:visible")
    form.dispatch_event("dragover", {"dataTransfer": dropped})
    visit.answered(lambda: form.dispatch_event("drop", {"dataTransfer": dropped}))
    assert visit.value() == [hashlib.sha256(hashlib.sha256(b"def").digest()).hexdigest()]


KEY = "usvc_a-token"


def test_s6_the_page_asks_for_a_key_and_keeps_it_for_the_visit(chromium):
    """Kept in the window alone, in no address, and not shown in the calls as source text."""
    with serving(API_TOKENS=tokens.entry("alice", KEY)) as own, visiting(Window(chromium.browser, own.base)) as visit:
        visit.function("uuid")
        for key in ("wrong", f" {KEY} "):
            visit.shows("This service answers callers who have a key")
            assert visit.violations("#outcome") == []
            visit.page.locator("#key").fill(key)
            visit.answered(visit.button("Use it").click)
        assert len(visit.value()) == 1
        visit.page.reload()
        visit.page.wait_for_selector(SHOWN)
        assert len(visit.value()) == 1
        assert KEY not in visit.page.url + visit.page.evaluate("JSON.stringify(localStorage)")
        for language in ("curl", "Python", "JavaScript", "Go", "PHP", "PowerShell", "HTTPie"):
            visit.code(language)
            expect(visit.page.locator("#code")).to_contain_text("UTILITYSVC_TOKEN")
            assert KEY not in visit.page.inner_text("#code"), language


def test_what_a_page_asks_of_another_host_fails_the_visit(chromium):
    """By its name or its address, from where no policy would refuse it."""
    for host in ("example.org", "192.0.2.1"):
        with pytest.raises(AssertionError, match=f"http://{host}/"), visiting(chromium) as visit:
            visit.open("/health/live/").page.evaluate("(host) => fetch(`http://${host}/`).catch(() => {})", host)
