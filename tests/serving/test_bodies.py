"""Receiving bodies on the event loop, and choosing the lane of a body by its size (S5, G10)."""

import pytest

from hashing.views import HashView
from tests.event_loop import run
from utilitysvc.serving.bodies import Body
from utilitysvc.serving.lanes import SMALL_BYTES, lane_of

LIMIT = 1000


def collected(*parts, length=None, end="http.request"):
    """Return the collected part of a body that arrives in ``parts``."""
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages.append({"type": end, "body": b"", "more_body": False})
    arriving = iter(messages)

    async def receive():
        return next(arriving)

    return run(Body(receive, {}, length).collect(LIMIT))


@pytest.mark.parametrize("parts", [[b"a" * LIMIT], [b"a" * (LIMIT - 1), b"b"], [b"a"] * LIMIT, [b"", b"ab"], []])
def test_g10_a_body_within_the_limit_is_collected_whole(parts):
    assert collected(*parts) == b"".join(parts)
    assert collected(*parts, length=len(b"".join(parts))) == b"".join(parts)


@pytest.mark.parametrize("more", [[b"b"], [b"b" * 10, b"c" * 10], [b"b" * 5000]])
def test_g10_of_a_longer_body_so_much_is_collected_that_it_shows(more):
    """Otherwise the part within the limit would be answered, which may be valid by itself."""
    assert len(collected(b"a" * LIMIT, *more)) > LIMIT


def test_g10_a_body_whose_client_leaves_is_not_whole():
    with pytest.raises(EOFError):
        collected(b"a", end="http.disconnect")


@pytest.mark.parametrize(("size", "lane"), [(SMALL_BYTES, None), (SMALL_BYTES + 1, "large")])
def test_s5_a_body_of_more_than_32_kib_is_answered_in_a_thread(size, lane):
    meta = {"REQUEST_METHOD": "POST", "CONTENT_TYPE": "application/json"}
    body = b'{"input":"' + b"a" * (size - len('{"input":""}')) + b'"}'
    assert (len(body), lane_of(HashView, {}, meta, body)) == (size, lane)
