"""Clients that generators make of /schema/ compile strictly, ask every example, and lose nothing of any answer (S2).

openapi-python-client, whose models parse an answer: what they write again must be the answer. openapi-typescript with
openapi-fetch, whose types only describe it: the compiler must find a place in them for every key of every answer.
"""

import importlib
import inspect
import json
import os
import pkgutil
import re
import shutil
import subprocess
import sys
import urllib.parse
import urllib.request
from enum import EnumType
from pathlib import Path
from typing import get_args, get_origin, get_type_hints

import attrs
import pytest

from tests.clients import INSTALLED, npm_packages

TYPESCRIPT = Path(__file__).parents[1] / "typescript_client"
PACKAGE = "utilitysvc_client"
PAGE = (Path(__file__).parents[3] / "docs" / "clients.md").read_text()
TIMEOUT_SECONDS = 300


@pytest.fixture(scope="module")
def service(deployed):
    """Return the base URL of a served service and its description."""
    return deployed.base, ask(f"{deployed.base}/schema/")


def ask(url, parameters=None):
    body = None if parameters is None else json.dumps(parameters).encode()
    headers = {"Content-Type": "application/json", "Accept": "application/json"}
    with urllib.request.urlopen(urllib.request.Request(url, body, headers)) as response:
        return json.load(response)


def run(*command, cwd, **environment):
    done = subprocess.run(
        command,
        cwd=cwd,
        env={**os.environ, **environment},
        capture_output=True,
        text=True,
        timeout=TIMEOUT_SECONDS,
        check=False,
    )
    assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def calls(description):
    """Yield operation id, method, path and parameters for each example: of POST its own, of GET those of its POST."""
    for path, methods in description["paths"].items():
        posted = methods.get("post", {}).get("requestBody", {}).get("content", {}).get("application/json", {})
        for method, operation in methods.items():
            taken = {parameter["name"] for parameter in operation.get("parameters", [])}
            shown = {
                parameter["name"]: parameter["example"]
                for parameter in operation.get("parameters", [])
                if parameter.get("required") and "example" in parameter
            }
            for example in posted.get("examples", {"": {"value": shown}}).values():
                if method == "post" or set(example["value"]) <= taken:
                    yield operation["operationId"], method, path, example["value"]


# --- openapi-python-client


def test_python_client_loses_nothing(service, tmp_path, monkeypatch):
    base, description = service
    (tmp_path / "schema.json").write_text(json.dumps(description))
    (tmp_path / "config.json").write_text(json.dumps({"post_hooks": []}))
    generate = ("-m", "openapi_python_client", "generate", "--path", "schema.json", "--config", "config.json")
    run(sys.executable, *generate, "--meta", "none", "--output-path", PACKAGE, "--fail-on-warning", cwd=tmp_path)
    run(sys.executable, "-m", "mypy", "--strict", "--cache-dir", INSTALLED / "mypy", PACKAGE, cwd=tmp_path)

    monkeypatch.syspath_prepend(tmp_path)
    functions = python_functions()
    with importlib.import_module(PACKAGE).Client(base_url=base) as client:
        for identity, method, _, parameters in calls(description):
            arguments = python_arguments(functions[identity], method, parameters)
            response = functions[identity](client=client, **arguments)
            assert response.status_code == 200, (identity, parameters, response.content)
            answer = json.loads(response.content)
            assert json.dumps(response.parsed.to_dict(), sort_keys=True) == json.dumps(answer, sort_keys=True)
            assert list(undeclared(response.parsed)) == [], (identity, parameters)
    shown, printed = example("python", base, "#")
    (tmp_path / "shown.py").write_text(shown)
    assert run(sys.executable, "shown.py", cwd=tmp_path) == printed


def example(language, base, comment):
    """The program of docs/clients.md in a language, asking the service at ``base``, and what it prints."""
    source, *_ = re.findall(rf"^```{language}\n(.*?)^```$", PAGE, re.DOTALL | re.MULTILINE)
    [printed] = re.findall(rf"^ *{comment} (.*)$", source, re.MULTILINE)
    return source.replace("http://localhost:8000", base), f"{printed}\n"


def python_functions():
    """Return the client's functions by operation id. A function's module is named by its tag."""
    api = importlib.import_module(f"{PACKAGE}.api")
    assert {"hash_", "ip_location", "uuid", "time"} <= {found.name for found in pkgutil.iter_modules(api.__path__)}
    modules = [found.name for found in pkgutil.walk_packages(api.__path__, f"{api.__name__}.") if not found.ispkg]
    return {name.rpartition(".")[2]: importlib.import_module(name).sync_detailed for name in modules}


def python_arguments(function, method, parameters):
    """The parameters as this function takes it: a model as body, or arguments that are enums where lists are closed."""
    hints = get_type_hints(function)
    if method == "post":
        [model] = [kind for kind in kinds(hints["body"]) if hasattr(kind, "from_dict")]
        body = model.from_dict(parameters)
        assert body.to_dict() == parameters
        assert list(undeclared(body)) == []
        return {"body": body}
    names = {name: f"{name}_" if f"{name}_" in inspect.signature(function).parameters else name for name in parameters}
    return {names[name]: python_argument(hints[names[name]], value) for name, value in parameters.items()}


def python_argument(hint, value):
    for kind in kinds(hint):
        if isinstance(kind, EnumType):
            return kind(value)
        if get_origin(kind) is list:
            parts = value if isinstance(value, list) else [value]
            return [python_argument(get_args(kind)[0], part) for part in parts]
    return value


def kinds(hint):
    return (hint,) if get_origin(hint) is list else get_args(hint) or (hint,)


def undeclared(parsed):
    """Yield the keys of an answer for which the models have no field. A model without fields is a mapping."""
    if isinstance(parsed, list):
        for item in parsed:
            yield from undeclared(item)
    elif attrs.has(type(parsed)):
        fields = [field.name for field in attrs.fields(type(parsed)) if field.name != "additional_properties"]
        if fields:
            yield from parsed.additional_properties
        for name in fields:
            yield from undeclared(getattr(parsed, name))


# --- openapi-typescript with openapi-fetch


def test_typescript_client_loses_nothing(service, tmp_path):
    base, description = service
    packages = npm_packages("generated", TYPESCRIPT) / "node_modules"
    folder = tmp_path / "client"
    shutil.copytree(TYPESCRIPT, folder, ignore=shutil.ignore_patterns("node_modules"))
    (folder / "node_modules").symlink_to(packages)
    (folder / "schema.json").write_text(json.dumps(description))
    asked = list(calls(description))
    answers = [answer_to(base, *call[1:]) for call in asked]
    (folder / "calls.ts").write_text(typescript_calls(asked))
    (folder / "answers.ts").write_text(typescript_answers(asked, answers))
    shown, printed = example("typescript", base, "//")
    (folder / "shown.ts").write_text(shown)

    # Not schema.d.ts, since the compiler is told not to check the declarations of packages.
    run(packages / ".bin" / "openapi-typescript", "schema.json", "--output", "schema.ts", cwd=folder)
    run(packages / ".bin" / "tsc", cwd=folder)
    run("node", "built/uses.js", cwd=folder, BASE=base)
    assert run("node", "built/shown.js", cwd=folder) == printed
    received = json.loads(run("node", "built/calls.js", cwd=folder, BASE=base))
    assert [form(answer) for answer in received] == [form(answer) for answer in answers]


def answer_to(base, method, path, parameters):
    parameters = dict(parameters)
    for name in [name for name in parameters if f"{{{name}}}" in path]:
        path = path.replace(f"{{{name}}}", parameters.pop(name))
    if method == "post":
        return ask(base + path, parameters)
    return ask(f"{base}{path}?{urllib.parse.urlencode(parameters, doseq=True)}")


def typescript_calls(asked):
    """A program that makes every call and writes the answers as a JSON array."""
    lines = [
        'import createClient from "openapi-fetch";',
        'import type { paths } from "./schema.js";',
        'const client = createClient<paths>({ baseUrl: process.env["BASE"]! });',
        "const answers: unknown[] = [];",
    ]
    for _, method, path, parameters in asked:
        in_path = {name: value for name, value in parameters.items() if f"{{{name}}}" in path}
        query = {name: value for name, value in parameters.items() if name not in in_path}
        params = {place: values for place, values in (("path", in_path), ("query", query)) if values}
        options = {"body": parameters} if method == "post" else {"params": params} if params else {}
        call = f"client.{method.upper()}({json.dumps(path)}, {json.dumps(options)})"
        lines.append(f"answers.push((await {call}).data);")
    return "\n".join([*lines, "process.stdout.write(JSON.stringify(answers));"])


def typescript_answers(asked, answers):
    """The answers as literals of their types: of a literal the compiler refuses a key that the type does not have."""
    lines = ['import type { paths } from "./schema.js";']
    for number, ((_, method, path, _), answer) in enumerate(zip(asked, answers, strict=True)):
        kind = f'paths[{json.dumps(path)}]["{method}"]["responses"][200]["content"]["application/json"]'
        lines.append(f"export const answer{number}: {kind} = {json.dumps(answer)};")
    return "\n".join(lines)


def form(value):
    """What stays the same of an answer whose values are drawn or read from a clock: its keys and types."""
    if isinstance(value, dict):
        return {key: form(item) for key, item in value.items()}
    if isinstance(value, list):
        return [form(item) for item in value]
    return "number" if isinstance(value, int | float) and not isinstance(value, bool) else type(value).__name__
