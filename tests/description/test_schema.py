"""The OpenAPI description (S2): whole, true of the running service, and as it was agreed."""

import json
import re
from functools import cache, partial

import pytest
import yaml
from django.test import Client
from jsonschema_rs import Draft202012Validator

from tests.tables import each_row, rows
from utilitysvc.description import catalogue, document

SCHEMA = document.description()
load_yaml = cache(partial(yaml.load, Loader=yaml.CSafeLoader))  # safe, and ten times as fast as safe_load
OPERATIONS = {
    f"{method.upper()} {path}": operation
    for path, methods in SCHEMA["paths"].items()
    for method, operation in methods.items()
}
POSTS = {name.removeprefix("POST "): operation for name, operation in OPERATIONS.items() if name.startswith("POST ")}


def resolved(schema):
    return SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]] if "$ref" in schema else schema


@pytest.mark.parametrize(
    ("query", "media_type", "read"),
    [
        ("", "application/json", json.loads),
        ("format=json", "application/json", json.loads),
        ("format=yaml", "application/yaml", load_yaml),
        ("format=YAML", "application/yaml", load_yaml),
        ("output=text", "text/plain; charset=utf-8", load_yaml),
    ],
)
def test_s2_json_and_yaml_say_the_same(query, media_type, read):
    response = Client().get(f"/schema/?{query}")
    assert (response.status_code, response.headers["Content-Type"]) == (200, media_type)
    assert read(response.content.decode()) == SCHEMA


def test_another_format_is_refused():
    response = Client().get("/schema/?format=xml")
    assert response.status_code == 400
    assert json.loads(response.content) == {
        "error": "Invalid format specified",
        "details": "Supported formats: json, yaml. Unknown format: xml",
    }


def test_every_path_of_every_service_is_described():
    assert SCHEMA["openapi"].startswith("3.0")
    for endpoint in catalogue.services():
        assert [name.upper() for name in SCHEMA["paths"][endpoint.path]] == endpoint.methods
    identifiers = [operation["operationId"] for operation in OPERATIONS.values()]
    assert len(set(identifiers)) == len(identifiers)


def properties(schema, prefix=""):
    """Yield name and schema of every field, however deep."""
    if "items" in schema:
        yield from properties(schema["items"], prefix.removesuffix(".") + "[].")
    for name, field in schema.get("properties", {}).items():
        yield prefix + name, field
        yield from properties(field, f"{prefix}{name}.")


@each_row("name", SCHEMA["components"]["schemas"])
def test_every_field_of_every_answer_has_a_type_and_a_meaning(name):
    for path, field in properties(SCHEMA["components"]["schemas"][name]):
        assert field.get("description"), path
        assert "type" in field or path.endswith("input"), path


@each_row(("component", "fields"), rows("specified_fields.json"))
def test_every_field_of_the_specification_is_described(component, fields):
    assert set(fields.split()) <= {path for path, _ in properties(SCHEMA["components"]["schemas"][component])}


def parameters_of(operation):
    """Name and object of every parameter, of the query and of the body."""
    for parameter in operation.get("parameters", ()):
        yield parameter["name"], parameter, parameter["schema"]
    for media in operation.get("requestBody", {"content": {}})["content"].values():
        for name, schema in resolved(media["schema"])["properties"].items():
            yield name, schema, schema


@each_row("name", OPERATIONS)
def test_each_operation_is_described_strictly(name):
    """S2: no parameter is nullable, has two types, or a default that a generated client would send. Plain text and
    files are told in words: a second content type makes clients lose the first. Each answer and error has an example.
    """
    operation = OPERATIONS[name]
    assert re.fullmatch(r"[a-z_]+", operation["operationId"])
    assert operation["summary"]
    assert operation["tags"]
    for parameter, described, schema in parameters_of(operation):
        assert described["description"], parameter
        assert isinstance(schema["type"], str), parameter
        assert not {"nullable", "anyOf", "oneOf", "default"} & set(schema), parameter
        assert schema["type"] != "array" or schema["items"], parameter
    is_posted = name in (f"POST {path}" for path in POSTS)
    assert {"200", *(("400", "413", "415", "500") if is_posted else ())} <= set(operation["responses"])
    for status, response in operation["responses"].items():
        ((media_type, content),) = response["content"].items()
        assert media_type == "application/json"
        assert content.get("examples") or status == "414", status
    assert list(operation.get("requestBody", {"content": ["application/json"]})["content"]) == ["application/json"]


def test_nothing_is_said_that_30_and_31_read_differently():
    """S2: so that every generator of clients reads the same."""
    said = re.findall(r'"(?:nullable|const|exclusiveMinimum|prefixItems)": |"type": \[', json.dumps(SCHEMA))
    assert said == []


def test_results_of_time_are_told_apart_by_their_operation():
    """S2: a oneOf with a discriminator, whose values are closed lists."""
    answer = SCHEMA["components"]["schemas"]["TimeAnswer"]
    assert answer["discriminator"]["propertyName"] == "operation"
    told = {
        value: member["$ref"]
        for member in answer["oneOf"]
        for value in resolved(member)["properties"]["operation"]["enum"]
    }
    assert answer["discriminator"]["mapping"] == told
    (time,) = (endpoint for endpoint in catalogue.functions() if endpoint.path == "/time/")
    assert set(told) == set(time.operations.rows)


# --- true of the running service


def closed(schema):
    """The schema with no room for a field that it does not name."""
    if isinstance(schema, list):
        return [closed(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    if "$ref" in schema:
        return closed(SCHEMA["components"]["schemas"][schema["$ref"].rpartition("/")[2]])
    shut = {"additionalProperties": False} if "properties" in schema else {}
    return {key: closed(value) for key, value in schema.items()} | shut


def answer_schema(operation, status=200):
    return closed(operation["responses"][str(status)]["content"]["application/json"]["schema"])


@pytest.mark.parametrize("path", POSTS)
def test_each_example_works_and_has_no_field_but_the_described(api, path):
    body = POSTS[path]["requestBody"]["content"]["application/json"]
    asked, answered = Draft202012Validator(closed(body["schema"])), Draft202012Validator(answer_schema(POSTS[path]))
    for name, example in body["examples"].items():
        response = api.post(path, example["value"])
        assert response.status_code == 200, name
        asked.validate(example["value"])
        answered.validate(json.loads(response.content))


GETS = [name for name in OPERATIONS if name.startswith("GET ")]


@each_row("name", GETS)
def test_each_get_works_with_its_examples(api, name):
    """As the documentation page sends it when Execute is pressed. The parameters of the first example have its values;
    of the others the words show one, unless it is true or false."""
    path, query = name.removeprefix("GET "), {}
    for parameter in OPERATIONS[name].get("parameters", ()):
        words = parameter["description"]
        if "example" not in parameter:
            assert "; such as " in words or "; default " in words or parameter["schema"]["type"] == "boolean"
            continue
        Draft202012Validator(parameter["schema"]).validate(parameter["example"])
        query[parameter["name"]] = parameter["example"]
        if parameter["in"] == "path":
            path = path.replace(f"{{{parameter['name']}}}", query.pop(parameter["name"]))
    response = api.get(path, query)
    assert response.status_code == 200
    Draft202012Validator(answer_schema(OPERATIONS[name])).validate(json.loads(response.content))


POSTED = {endpoint.path: endpoint for endpoint in catalogue.functions() if endpoint.path in POSTS}


@pytest.mark.parametrize("endpoint", POSTED.values(), ids=POSTED)
def test_each_error_is_the_one_that_its_example_shows(api, endpoint):
    for name, example in endpoint.operations.error_examples.items():
        if isinstance(example, Exception):
            continue  # it depends on data
        response = api.post(endpoint.path, example)
        body = json.loads(response.content)
        answer = POSTS[endpoint.path]["responses"][str(response.status_code)]["content"]["application/json"]
        assert body | {"timestamp": None} == answer["examples"][name]["value"] | {"timestamp": None}, name
        Draft202012Validator(answer_schema(POSTS[endpoint.path], response.status_code)).validate(body)
