"""Receiving bodies on the event loop, and choosing the lane of a body by its size (S5, G10)."""

import pytest

from tests.event_loop import run
from utilitysvc.serving.pace import Body

LIMIT = 1000


def collected(*parts, length=None, end="http.request"):
    """Return the collected part of a body that arrives in ``parts``."""
    messages = [{"type": "http.request", "body": part, "more_body": True} for part in parts]
    messages.append({"type": end, "body": b"", "more_body": False})
    arriving = iter(messages)

    async def receive():
        return next(arriving)

    async def collect():
        return await Body(receive, None, length).collect(LIMIT)

    return run(collect())


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
