"""uvicorn without gunicorn, started by the command in docs/architecture.md. The tests of the front apply there too."""

import pytest

from tests.serving.served import test_exchanges, test_front


@pytest.fixture
def server(on_uvicorn):
    return on_uvicorn


test_exchange = test_exchanges.test_exchange
test_connection_is_kept_from_answer_to_answer = test_exchanges.test_connection_is_kept_from_answer_to_answer
test_s5_idle_clients_hold_up_nobody = test_front.test_s5_idle_clients_hold_up_nobody
test_s5_pipelined_requests = test_front.test_s5_pipelined_requests_are_answered_in_order_however_they_are_cut
