"""The console installed, and where the service cannot be reached: the page opens, and says so."""

import pytest

from tests.browser.browser import (
    ALL_SIZES,
    PHONE,
    PLAIN_HOST,
    WHOLE_CHROMIUM,
    in_chromium,
    visiting_alone,
)
from tests.browser.releases import site
from tests.service import STOP_SECONDS, running
from utilitysvc.console import assets

pytestmark = pytest.mark.browser

AWAY = "The service cannot be reached"


def installed(visit):
    """Wait until the worker is installed, and with it all that it keeps."""
    visit.page.evaluate("async () => { await navigator.serviceWorker.ready; }")


KEPT = """async () => {
  const kept = [];
  for (const name of await caches.keys()) {
    const cache = await caches.open(name);
    for (const { url } of await cache.keys()) {
      const { headers } = await cache.match(url, { ignoreVary: true });
      kept.push([new URL(url).pathname, headers.get("Cache-Control")]);
    }
  }
  return kept;
}"""


def test_the_page_opens_offline_says_so_and_goes_on_by_itself(chromium):
    with visiting_alone(chromium, viewport=PHONE) as visit:
        visit.function("time")
        installed(visit)
        visit.page.context.set_offline(True)
        visit.function("text", "operation=rot13&text=abc")
        visit.page.reload()
        visit.page.locator("#value").get_by_text(AWAY).wait_for()
        assert visit.field("text").input_value() == "abc"
        assert visit.violations("#outcome") == []
        for width in visit.widths(ALL_SIZES):
            assert visit.page.locator("nav svg").first.bounding_box()["width"] > 10
            visit.photograph(f"offline-{width}")
        visit.page.context.set_offline(False)
        visit.page.locator("#value .hero").wait_for()
        assert visit.value() == ["nop"]
        assert visit.foreign == []


def test_nothing_but_the_page_and_its_files_is_kept_and_stands_for_other_addresses(chromium):
    with visiting_alone(chromium) as visit:
        visit.function("time")
        installed(visit)
        visit.page.reload()
        visit.page.wait_for_selector("#value .hero")
        visit.function("ip")
        visit.open("/?output=json")
        visit.open("/docs/")
        kept = dict(visit.page.evaluate(KEPT))
        assert set(kept) == {"/", *(f"/{address}" for address in assets.current().console_files)}
        assert not [path for path, policy in kept.items() if "no-store" in policy]
        assert visit.errors == []
        visit.page.context.set_offline(True)
        for path in ("/docs/", "/?output=json", "/health/live/"):
            with pytest.raises(Exception, match="ERR_INTERNET_DISCONNECTED"):
                visit.open(path)


def test_under_a_prefix_with_the_service_stopped(chromium):
    with running(SCRIPT_NAME="/tools") as (base, process), visiting_alone(chromium, base) as visit:
        visit.open("/tools/#/uuid")
        visit.page.wait_for_selector("#value .hero")
        installed(visit)
        assert {path for path, _ in visit.page.evaluate(KEPT)} > {
            "/tools/",
            f"/tools/{assets.current().root}console.js",
        }
        process.terminate()
        process.wait(timeout=STOP_SECONDS)
        visit.page.reload()
        visit.page.locator("#value").get_by_text(AWAY).wait_for()


def test_the_worker_needs_a_secure_page_and_nobody_misses_it(chromium):
    """On plain HTTP of another host than this machine a browser has no workers."""
    with visiting_alone(chromium, chromium.base.replace("127.0.0.1", PLAIN_HOST)) as visit:
        visit.function("uuid")
        assert visit.page.evaluate("navigator.serviceWorker === undefined")
        assert visit.value()
        assert visit.errors == []


@pytest.mark.skipif(not WHOLE_CHROMIUM, reason="no chromium here with windows, which alone installs pages")
def test_the_browser_would_install_it(driver):
    with in_chromium(*driver, WHOLE_CHROMIUM) as chromium, visiting_alone(chromium) as visit:
        visit.open("/")
        installed(visit)
        session = visit.devtools()
        errors = session.send("Page.getInstallabilityErrors")["installabilityErrors"]
        assert [error["errorId"] for error in errors] == ["in-incognito"]  # as every window of a test is
        manifest = session.send("Page.getAppManifest")
        assert manifest["errors"] == []
        assert manifest["manifest"]["startUrl"] == manifest["manifest"]["scope"] == f"{visit.base}/"


# --- releases


@pytest.fixture
def released(chromium, tmp_path):
    """A site of two releases, and a visit whose worker keeps the first."""
    with site(tmp_path) as (served, base), visiting_alone(chromium, base) as visit:
        visit.open("/")
        installed(visit)
        yield served, visit


def shown(visit):
    """What a page has loaded: its own release, and that of its files."""
    visit.page.reload()
    visit.page.get_by_text("script").wait_for()
    return visit.page.inner_text("body").split("\n\n")


def updated(visit):
    """Have the browser look for another worker, and wait for what comes of it."""
    visit.page.evaluate(UPDATE)


UPDATE = """async () => {
  const found = await navigator.serviceWorker.getRegistration();
  await found.update().catch(() => {});
  const isBusy = () => found.installing || found.waiting || found.active.state !== "activated";
  while (isBusy()) await new Promise((done) => setTimeout(done, 50));
}"""


def test_a_new_release_is_seen_at_once_and_replaces_the_old_one(released):
    served, visit = released
    assert shown(visit) == ["page 1", "script 1"]
    served.serve(2)
    assert shown(visit) == ["page 2", "script 2"]
    updated(visit)
    assert len(visit.page.evaluate("caches.keys()")) == 1
    visit.page.context.set_offline(True)
    assert shown(visit) == ["page 2", "script 2"]


def test_what_is_released_by_half_is_not_kept(released):
    served, visit = released
    for part in ("page", "files"):
        served.serve(2)
        setattr(served, part, 1)
        visit.page.reload()
        updated(visit)
        assert len(visit.page.evaluate("caches.keys()")) == 1
        visit.page.context.set_offline(True)
        assert shown(visit) == ["page 1", "script 1"], part
        visit.page.context.set_offline(False)


def test_the_page_that_was_kept_stands_in_for_a_proxy_s_error_with_the_files_of_its_release(released, subtests):
    """And for no error of the service itself."""
    served, visit = released
    for status in (502, 503, 504):
        with subtests.test(status=status):
            served.serve(2)
            served.worker = 1  # so that the first release stays the one that is kept
            served.status = status
            assert shown(visit) == ["page 1", "script 1"]
            served.status = 200
            assert shown(visit) == ["page 2", "script 2"]
    served.status = 500
    visit.page.reload()
    assert visit.page.inner_text("p") == "page 2"


def test_a_service_that_is_silent_is_not_waited_for(released):
    served, visit = released
    served.patience = 100
    updated(visit)
    served.held.clear()
    assert shown(visit) == ["page 1", "script 1"]
