"""About how many seconds of CPU each operation takes for the values of a request."""

from collections.abc import Mapping
from typing import Any

from uuids.services import NAMED_VERSIONS

SECONDS_AT_LEAST = 20e-6
SECONDS_PER_UUID = 1.5e-6
#: A character of a name that is digested.
SECONDS_PER_CHARACTER = 4e-9
#: Formats that take longer to write than hexadecimal digits do.
SECONDS_PER_WRITTEN = {"ulid": 4e-6, "base64": 0.6e-6}
SECONDS_PER_INSPECTED = 25e-6


def generation(values: Mapping[str, Any]) -> float:
    if values["version"] in NAMED_VERSIONS:
        return SECONDS_AT_LEAST + len(values.get("name", "")) * SECONDS_PER_CHARACTER
    per_uuid: float = SECONDS_PER_UUID + SECONDS_PER_WRITTEN.get(values["format"], 0)
    count: int = values["count"]
    return SECONDS_AT_LEAST + count * per_uuid


def inspection(values: Mapping[str, Any]) -> float:
    return SECONDS_AT_LEAST + len(values["uuid"]) * SECONDS_PER_INSPECTED
