"""/random/items/: rules R3 and R5."""

from randomgen import services
from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock

NAMES = ["Ada", "Ben", "Cleo"]


def test_r3_answer_has_the_keys_in_their_order():
    result = services.random_items(items=NAMES, count=3, seed="a", clock=example_clock)
    assert [[*item] for item in result.items()] == rows("items_answer.json")
    assert list(services.random_items(items=NAMES)) == ["items", "count", "options", "timestamp"]


@each_row("query, items", rows("items_of_a_query.json"))
def test_r3_g1_items_of_a_query(api, query, items):
    """A single text is split at its commas, repeated ones are not, and the empty ones of these are passed over."""
    body = api.get("/random/items/", f"{query}&count={len(items)}").json()
    assert sorted(body["items"]) == sorted(items)


@each_row("items", [*rows("items_of_an_array.json"), ["x" * 10**6]])
def test_r3_items_of_a_json_array_are_taken_as_they_are(api, items):
    response = api.post("/random/items/", {"items": items, "count": len(items)})
    assert sorted(response.json()["items"]) == sorted(map(str, items))


def test_r3_unique_is_by_position(api):
    """Of two equal items both can be drawn; without unique one item can be drawn twice."""
    assert api.ask("/random/items/", items=["a", "a"], count=2).body["items"] == ["a", "a"]
    assert api.ask("/random/items/", items=["a"], count=10_000, unique=False).body["items"] == ["a"] * 10_000


def test_r3_the_most_items(api):
    items = [str(number) for number in range(10_000)]
    body = api.post("/random/items/", {"items": items, "count": 10_000, "secure": True}).json()
    assert (body["items"] != items, sorted(body["items"])) == (True, sorted(items))
    assert body["options"] == {"unique": True, "secure": True}


def test_r3_plain_text_is_one_a_line(api):
    assert api.get("/random/items/", "items=b,b&count=2&output=text").content == b"b\nb\n"
