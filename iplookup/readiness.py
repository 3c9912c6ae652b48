"""Report the database in use for each role, and the files that cannot be used, for ``/health/ready/`` (S3)."""

from typing import Annotated, TypedDict, cast

from iplookup.databases import ROLES, Database
from iplookup.folders import database_folder


class RoleStatus(TypedDict, total=False):
    """``broken``: no database fills the role, and there is a file for it that cannot be used."""

    status: Annotated[str, "ok, missing or broken"]
    database_type: Annotated[str, "The type that the database states"]
    build_date: Annotated[str, "Day in UTC on which it was built, YYYY-MM-DD"]


class UnusableFile(TypedDict):
    file: Annotated[str, "Its name"]
    database_type: Annotated[str, "The type that it states; empty if that cannot be read"]
    reason: Annotated[str, "Why it fills no role"]


def readiness(*, folder: str) -> dict[str, RoleStatus]:
    """Return the state of each role. Opens the databases if they are not open yet."""
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
