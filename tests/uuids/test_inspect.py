"""/uuid/inspect/: rule U5."""

from tests.tables import each_row, rows
from utilitysvc.kit.clock import example_clock
from uuids import services

RANDOM = "919108f7-52d1-4320-9bac-f847db4148a8"  # RFC 9562, A.3


def inspected(text):
    return services.inspect_uuids(uuid=[text])["results"][0]


def test_u5_answer_has_the_keys_in_their_order():
    result = services.inspect_uuids(uuid=[" C232AB00-9414-11EC-B3C8-9F6BDECED846"], clock=example_clock)
    assert list(result) == ["results", "count", "timestamp"]
    assert (result["count"], result["timestamp"]) == (1, "2026-11-21 12:00:00")
    assert [[*item] for item in result["results"][0].items()] == rows("inspect_answer.json")


@each_row("text", rows("inspect_read.json"))
def test_u5_every_format_is_read(api, text):
    status, body = api.ask("/uuid/inspect/", uuid=[text])
    assert (status, body["count"]) == (200, 1)
    assert body["results"][0]["uuid"] == RANDOM
    assert body["results"][0]["version"] == "4"
    assert ("datetime" in body["results"][0]) == (len(text) == len("4HJ44FEMPH8CG9QB7R8ZDM2J58"))  # of a ULID alone


@each_row("format", services.FORMATS.values)
@each_row("version", services.VERSIONS.values)
def test_u5_what_is_generated_is_read(format, version):
    """U4: in every format, but for the rare 32 decimal digits."""
    (text,) = services.generate_uuids(version=version, format=format, name="a")["uuids"]
    found = inspected(text)
    assert "readings" in found or found["version"] == version


@each_row("text, version, moment, milliseconds", rows("inspect_times.json"))
def test_u5_times(text, version, moment, milliseconds):
    """With all digits: 100 nanoseconds of versions 1 and 6, milliseconds of 7 and of ULIDs."""
    found = inspected(text)
    assert [found.get(key) for key in ("version", "datetime", "unix_milliseconds")] == [version, moment, milliseconds]
    assert len(text) != 26 or not {"node", "clock_sequence"} & set(found)


@each_row(
    "text, node, sequence",
    rows("inspect_nodes.json"),
)
def test_u5_node_and_clock_sequence(text, node, sequence):
    found = inspected(text)
    assert (found.get("node"), found.get("clock_sequence")) == (node, sequence)


@each_row("text, variant", rows("inspect_variants.tsv"))
def test_u5_variants(text, variant):
    """RFC 9562, 4.1: the version and all that depends on it belong to one variant."""
    found = inspected(text)
    assert found["variant"] == variant
    assert {"version", "datetime", "node"} & set(found) == (
        {"version", "datetime", "node"} if variant == "RFC 4122" else set()
    )


@each_row("text, means, writings", rows("inspect_two_readings.json"))
def test_u5_digits_with_two_readings(api, text, means, writings):
    _, body = api.ask("/uuid/inspect/", uuid=[text, *writings])
    refused, *taken = body["results"]
    assert list(refused) == ["input", "error", "readings"]
    assert [(reading["means"], reading["write"]) for reading in refused["readings"]] == list(
        zip(means, writings, strict=True)
    )
    assert all(writing in refused["error"] for writing in writings)
    assert [found["uuid"] for found in taken] == writings


@each_row("text, error", rows("inspect_what_is_no_uuid.json"))
def test_u5_what_is_no_uuid(api, text, error):
    response = api.post("/uuid/inspect/", {"uuid": [RANDOM, text]})
    assert response.status_code == 200
    assert response.json()["results"][1] == {"input": text, "error": error}


@each_row("text", rows("inspect_base64.tsv"))
def test_u5_g18_base64_is_read_as_everywhere(api, text):
    """Both alphabets; a space, at the start too, is the ``+`` that a query has made a space of."""
    body = api.post("/uuid/inspect/", {"uuid": [text]}).json()
    assert body["results"][0]["uuid"] == "fbffbffb-ffbf-fbff-bffb-ffbffbffbffb"


@each_row("query", rows("inspect_queries.tsv"))
def test_u5_lists_of_a_query(api, query):
    body = api.get("/uuid/inspect/", query.replace("RANDOM", RANDOM)).json()
    assert [found["uuid"] for found in body["results"]] == [RANDOM] * query.count("RANDOM")


@each_row("parameters, error, details", rows("inspect_refused.json"))
def test_u5_refused(api, parameters, error, details):
    response = api.post("/uuid/inspect/", parameters)
    assert (response.status_code, response.json()) == (400, {"error": error, "details": details})


def test_u5_as_many_as_may_be(api):
    response = api.post("/uuid/inspect/", {"uuid": [RANDOM] * 1000})
    assert (response.status_code, response.json()["count"]) == (200, 1000)


def test_u5_plain_text_has_a_line_for_each(api):
    """G6: an empty one for what is none."""
    text = api.get("/uuid/inspect/", f"uuid=kZEI91LRQyCbrPhH20FIqA,zzz,{RANDOM.upper()}&output=text").content
    assert text.decode() == f"{RANDOM}\n\n{RANDOM}\n"


@each_row("text, read", rows("inspect_one_meaning.tsv"))
def test_u5_two_forms_of_one_meaning_and_ends_of_the_integers(api, text, read):
    """U5: zeros are the nil UUID in every form."""
    (found,) = api.ask("/uuid/inspect/", uuid=text).body["results"]
    assert found["uuid"] == read
