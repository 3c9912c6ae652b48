"""Errors of ours in a host: reported once, as Django tells them, and undone in its database (F3, G13, G15)."""

import json
import logging
import os
import sys

import pytest
from django.core.signals import got_request_exception
from django.test import Client, RequestFactory, override_settings
from django.urls import include, path
from rest_framework.exceptions import APIException

from tests.reuse.test_urls import as_host
from tests.reuse.wheel import ROOT, run
from tests.tables import each_row, rows
from utilitysvc.kit.urls import mount
from uuids.views import UUIDView


class BrokenView(UUIDView):
    def present(self, *args):
        raise ZeroDivisionError("with an input value")


@pytest.fixture(scope="module")
def ledger():
    env = {"PATH": os.environ["PATH"], "PYTHONPATH": f"{ROOT}:{ROOT / 'numbers'}"}
    site = ROOT / "tests" / "reuse" / "foreign_site" / "ledger.py"
    return json.loads(run(sys.executable, "-W", "error", site, env=env).stdout)


@each_row("asked, status, notes, told", rows("errors_a_request_that_is_not_answered.json"))
def test_f3_a_request_that_is_not_answered_leaves_nothing_in_the_database(ledger, asked, status, notes, told):
    """Under ATOMIC_REQUESTS. An error is reported once, and the test client raises it."""
    assert ledger[asked] == {"status": status, "notes": notes, "told": told}


class Tracker(logging.Handler):
    """Collects what an error tracker would: the signal, and every record of an error that is not Django's own.

    Trackers leave django.request alone because the signal tells them the same.
    """

    def __init__(self):
        super().__init__(logging.ERROR)
        self.events, self.records = [], []

    def emit(self, record):
        self.records.append(record)
        if record.name != "django.request":
            self.events.append(record.exc_info[1])

    def signalled(self, sender, request, **kwargs):
        self.events.append(sys.exception())


@pytest.fixture
def tracker():
    tracker = Tracker()
    logging.getLogger().addHandler(tracker)
    got_request_exception.connect(tracker.signalled)
    yield tracker
    got_request_exception.disconnect(tracker.signalled)
    logging.getLogger().removeHandler(tracker)


def test_f3_one_fault_is_one_event_with_its_exception(tracker):
    response = BrokenView.as_view()(RequestFactory().get("/")).render()
    assert response.status_code == 500
    assert [repr(event) for event in tracker.events] == ["ZeroDivisionError('with an input value')"]
    (record,) = tracker.records
    assert (record.exc_info[1], record.status_code) == (tracker.events[0], 500)
    assert response.headers["X-Request-ID"] in record.getMessage()
    assert "input" not in record.getMessage()


@pytest.mark.parametrize(("query", "status"), [("count=0", 400), ("count=1", None)])
def test_f3_a_host_may_have_faults_propagated(tracker, query, status):
    """Django's DEBUG_PROPAGATE_EXCEPTIONS is for errors, not for refusals; Django then sends the signal itself."""
    request = RequestFactory().get(f"/?{query}")
    with override_settings(DEBUG_PROPAGATE_EXCEPTIONS=True):
        if status:
            assert BrokenView.as_view()(request).status_code == status
        else:
            with pytest.raises(ZeroDivisionError):
                BrokenView.as_view()(request)
    assert tracker.events == tracker.records == []


def test_f3_a_refusal_is_no_event(tracker):
    assert UUIDView.as_view()(RequestFactory().get("/?count=0")).status_code == 400
    assert tracker.events == tracker.records == []


class Down(APIException):
    status_code = 500
    default_detail = "The site's own words"


def test_f3_a_fault_that_the_host_answers_is_logged_as_elsewhere(tracker):
    class DownView(UUIDView):
        def initial(self, *args, **kwargs):
            raise Down

    with as_host(path("uuid/", DownView.as_view())):
        response = Client(raise_request_exception=False).get("/uuid/")
    assert response.json() == {"error": "Internal Server Error", "details": "The site's own words"}
    assert [(record.name, record.getMessage()) for record in tracker.records] == [
        ("django.request", "Internal Server Error: /uuid/")
    ]


@pytest.mark.parametrize(
    ("place", "status"), [("192.0.2.255", 404), ("2001:db8::1/", 404), ("%0Ax", 400), ("no-address", 400)]
)
def test_g15_django_logs_no_refusal_whose_path_is_an_input(place, status, located, caplog):
    """Django's own line would quote it, in any site whose level lets it through."""
    caplog.set_level(logging.DEBUG, logger="django.request")
    with as_host(mount("deep/ip/", include("iplookup.urls"))), override_settings(GEOIP_PATH=located):
        assert Client().get(f"/deep/ip/{place}").status_code == status
        assert Client().delete(f"/deep/ip/{place}").status_code == 405
    assert [record.getMessage() for record in caplog.records if record.name.startswith("django")] == []
