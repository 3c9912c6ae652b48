"""uvicorn without gunicorn, by the command of docs/deployment.md: the tests of the front hold there as they stand."""

import re

import pytest

from tests.service import ROOT, serving
from tests.serving import test_attacks, test_front, test_requests

PAGE = (ROOT / "docs" / "deployment.md").read_text()
COMMAND = re.search(
    r"^DJANGO_\S+ \.venv/bin/uvicorn (.+) --port 8000 utilitysvc\.asgi:application$", PAGE, re.MULTILINE
)


@pytest.fixture(scope="module")
def port():
    options = COMMAND[1].split()
    environment = {"DJANGO_SETTINGS_MODULE": "utilitysvc.settings"}
    with serving(*options, server="uvicorn", application="utilitysvc.asgi:application", **environment) as service:
        yield service.port


test_body_cut_short_is_400 = test_requests.test_body_cut_short_is_400
test_head_of_more_than_64_kib_is_refused = test_requests.test_head_of_more_than_64_kib_is_refused
test_what_the_front_refuses_is_json_and_not_quoted = test_requests.test_what_the_front_refuses_is_json_and_not_quoted
test_slow_clients_hold_up_no_small_request = test_front.test_slow_clients_hold_up_no_small_request
test_slow_request_is_refused_after_the_time_limit = test_front.test_slow_request_is_refused_after_the_time_limit
test_connection_is_kept_where_a_body_was_not_read = test_front.test_connection_is_kept_where_a_body_was_not_read
test_client_that_ends_its_side_is_answered = test_front.test_client_that_ends_its_side_is_answered
test_s5_pipelined_requests = test_attacks.test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut
test_s5_no_request_is_found_within_a_request = test_attacks.test_s5_no_request_is_found_within_a_request
test_s5_bodies_that_never_come_hold_up_nobody = test_attacks.test_s5_bodies_that_never_come_hold_up_nobody
test_s5_five_hundred_connections_hold_up_nobody = test_attacks.test_s5_five_hundred_connections_hold_up_nobody
