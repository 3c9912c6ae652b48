"""/random/: rules R1 and R2, and the errors of the specification. tests/drawing holds that draws are uniform."""

import json
from fractions import Fraction

from randomgen import services
from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock


def test_answer_has_the_keys_of_the_table_in_their_order():
    """G5: what the specification lists; both ends of the range can come."""
    result = services.random_integers(
        min=-2, max=4, count=4, unique=False, source=drawing(6, 0, 6, 1), clock=example_clock
    )
    assert json.dumps(result) == json.dumps(dict(rows("random_answer.json")))


@each_row("numbers", [(0, 0, 1), (1,) * 7 + (2,) * 3, (1_999_999, 2_000_000, 3), (0, 1)])
def test_average_is_the_exact_quotient(numbers):
    """R2: the float nearest to it."""
    result = services.random_integers(
        min=-1_000_000, max=1_000_000, count=len(numbers), unique=False, source=drawing(*numbers)
    )
    drawn = [number - 1_000_000 for number in numbers]
    assert result["statistics"]["average"] == float(Fraction(sum(drawn), len(drawn)))


@each_row("parameters, options, size", rows("random_answer_keeps_what_was_asked.json"))
def test_answer_keeps_what_was_asked(api, parameters, options, size):
    """R2, G2, G3 and the limits of the specification."""
    status, body = api.ask("/random/", **parameters)
    numbers, statistics = body["numbers"], body["statistics"]
    assert (status, list(body["options"].values())) == (200, options)
    assert len(numbers) == body["count"] == size
    assert body["range"]["min"] <= min(numbers) <= max(numbers) <= body["range"]["max"]
    assert statistics["unique_count"] == len(set(numbers))
    assert not options[0] or statistics["unique_count"] == size
    assert not options[2] or numbers == sorted(numbers)


@each_row("options, words, numbers", rows("random_orders.json"))
def test_numbers_stay_in_the_order_of_the_draw_and_repeat_only_where_they_may(options, words, numbers):
    """R2: where all must differ, 7 is drawn again."""
    assert services.random_integers(min=0, source=drawing(*words), **options)["numbers"] == numbers


@each_row("path, parameters, error, details", rows("refused.json"))
def test_refused(api, path, parameters, error, details):
    """The errors of the specification, R1, R3, R4, G3."""
    response = api.post(path, parameters)
    assert (response.status_code, response.json()["error"]) == (400, error)
    assert details in (None, response.json()["details"])


def test_first_error_alone_is_reported(api):
    """R1, G4."""
    parameters = {}
    for mended, error, details in rows("random_first_error.json"):
        parameters |= mended
        assert api.ask("/random/", **parameters) == (400, {"error": error, "details": details})
    assert api.ask("/random/", **parameters | {"count": 2}).status == 200


def test_plain_text_is_one_a_line(api):
    """G6."""
    text = api.get("/random/", "min=-3&max=3&count=7&sorted=true&output=text").content.decode()
    assert text == "-3\n-2\n-1\n0\n1\n2\n3\n"
