"""/number/: rules N1 and N2. tests/drawing holds that draws are uniform."""

from decimal import Decimal

from numbergen import services

from tests.drawing import drawing
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock


def test_single_number():
    """N2, G5."""
    result = services.random_numbers(source=drawing(41), clock=example_clock)
    assert [[*item] for item in result.items()] == rows("number_answer.json")


def test_several_numbers_may_repeat():
    """N1, N2."""
    result = services.random_numbers(min=-1, max=1, count=3, decimal=True, precision=1, source=drawing(0, 20, 20))
    assert list(result) == ["numbers", "count", "range", "options", "timestamp"]
    assert result["numbers"] == [-1.0, 1.0, 1.0]
    assert list(result["options"].items()) == [("secure", False), ("decimal", True), ("precision", 1)]


@each_row("precision", range(10))
@each_row(("minimum", "maximum"), rows("number_grids.json"))
def test_decimals_are_the_grid_from_end_to_end(precision, minimum, maximum):
    """N1, N2: the first, the last and multiples between, each equal to its decimal text."""
    steps = (maximum - minimum) * 10**precision
    words = (0, 1, steps // 3, steps - 1, steps)
    result = services.random_numbers(
        min=minimum,
        max=maximum,
        count=6,
        decimal=True,
        precision=precision,
        source=drawing(*words, steps + 1),  # one step beyond max there is nothing: it is min again
    )
    expected = [minimum + Decimal(word) / 10**precision for word in (*words, 0)]
    assert [Decimal(f"{number:.{precision}f}") for number in result["numbers"]] == expected
    assert result["numbers"] == [float(value) for value in expected]


@each_row("parameters, pattern", rows("number_answer_keeps_what_was_asked.json"))
@each_row("count", [1, 2, 10000])
def test_answer_keeps_what_was_asked(api, parameters, pattern, count):
    """N1, N2: a precision out of bounds is ignored unless decimal is true."""
    status, body = api.ask("/number/", min=-1_000_000, max=1_000_000, count=count, **parameters)
    numbers = [body["number"]] if count == 1 else body["numbers"]
    assert (status, body["options"], len(numbers), body["count"]) == (200, pattern, count, count)
    assert all(-1_000_000 <= number <= 1_000_000 for number in numbers)
    places = pattern.get("precision", 0)
    assert all(Decimal(repr(number)) == round(Decimal(repr(number)), places) for number in numbers)
    assert all(isinstance(number, float if pattern["decimal"] else int) for number in numbers)


@each_row("parameters, error, details", rows("refused.json"))
def test_refused(api, parameters, error, details):
    """The errors of the specification, N1, N3, R1, G3."""
    response = api.post("/number/", parameters)
    assert (response.status_code, response.json()["error"]) == (400, error)
    assert details in (None, response.json()["details"])


def test_first_error_alone_is_reported(api):
    """N1, R1, G4."""
    parameters = {}
    for mended, error, details in rows("number_first_error.json"):
        parameters |= mended
        assert api.ask("/number/", **parameters) == (400, {"error": error, "details": details})
    assert api.ask("/number/", **parameters | {"precision": 9}).status == 200


@each_row("options, words, text", rows("number_plain_text.json"))
def test_plain_text_is_one_a_line(options, words, text):
    """G6: with all their places."""
    result = services.random_numbers(min=0, max=1, source=drawing(*words), **options)
    assert services.plain_text(result) == text
