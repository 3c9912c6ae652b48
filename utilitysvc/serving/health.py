"""The service's health: live while the process answers, ready while addresses can be located (S3)."""

from typing import Annotated, Final, Literal, NotRequired, TypedDict, cast

from iplookup import conf, folders

READY: Final = "ready"


class Liveness(TypedDict):
    status: Annotated[Literal["live"], "The process serves"]


class Checks(TypedDict):
    location: Annotated[folders.RoleStatus, "The location database; the service is not ready without one"]
    network: Annotated[folders.RoleStatus, "The database of autonomous systems"]
    connection_type: Annotated[folders.RoleStatus, "The database of connection types"]
    anonymity: NotRequired[Annotated[folders.RoleStatus, "The database of anonymizers, if there is one"]]


class Readiness(TypedDict):
    status: Annotated[Literal["ready", "not ready"], "Whether every function can answer"]
    checks: Annotated[Checks, "The databases, each by what it is for"]
    unusable: NotRequired[Annotated[list[folders.UnusableFile], "The files that cannot be used, if any"]]


#: The answer of a service with the databases that come with it.
EXAMPLE: Readiness = {
    "status": READY,
    "checks": {
        "location": {"status": "ok", "database_type": "DBIP-City-Lite", "build_date": "2026-06-05"},
        "network": {"status": "ok", "database_type": "DBIP-ASN-Lite (compat=GeoLite2-ASN)", "build_date": "2026-06-17"},
        "connection_type": {"status": "missing"},
    },
}


def live() -> Liveness:
    return {"status": "live"}


def readiness() -> Readiness:
    folder = conf.geoip_path()
    roles = folders.readiness(folder=folder)
    if roles["anonymity"]["status"] == "missing":
        del roles["anonymity"]
    is_ready = roles["location"]["status"] == "ok"
    result: Readiness = {"status": READY if is_ready else "not ready", "checks": cast(Checks, roles)}
    if unusable := folders.database_folder(folder).unusable:
        result["unusable"] = unusable
    return result


def plain_status(result: Liveness | Readiness) -> str:
    """Return the status alone."""
    return result["status"]
