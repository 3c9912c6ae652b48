"""Which database answers each role, and which files cannot be used: what ``/health/ready/`` says (S3)."""

from typing import Annotated, TypedDict, cast

from iplookup.databases import ROLES, Database
from iplookup.folders import database_folder


class RoleStatus(TypedDict, total=False):
    """``ok``, ``missing``, or ``broken`` where none serves and a file cannot be used; the date is a day in UTC."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "The type that the database states"]
    build_date: Annotated[str, "Day on which it was built, YYYY-MM-DD"]


class UnusableFile(TypedDict):
    file: Annotated[str, "Its name"]
    database_type: Annotated[str, "The type that it states; empty where that cannot be read"]
    reason: Annotated[str, "Why it fills no role"]


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role: what answers it, or why nothing does. Opens the databases if need be."""
    databases = database_folder(folder)
    return {
        role: _status(database)
        if database
        else {"status": "broken" if any(file.concerns(role) for file in databases.unusable) else "missing"}
        for role, database in zip(ROLES, databases.roles(), strict=True)
    }


def _status(database: Database) -> RoleStatus:
    return {"status": "ok", "database_type": database.database_type, "build_date": database.build_date}


def unusable(*, folder: str) -> list[UnusableFile]:
    """Return the files that fill no role, and why."""
    databases = database_folder(folder)
    databases.roles()
    return [cast(UnusableFile, file._asdict()) for file in databases.unusable]
