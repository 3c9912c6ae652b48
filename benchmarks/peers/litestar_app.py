"""Litestar as in its documentation, with handlers on the event loop."""

from enum import StrEnum
from typing import Annotated

from litestar import Litestar, get, post
from litestar.params import Parameter
from pydantic import BaseModel, Field

from benchmarks.peers.contract import FORMATS, MAX_COUNT, answer

Format = StrEnum("Format", list(FORMATS))
Count = Annotated[int, Parameter(ge=1, le=MAX_COUNT)]


class Parameters(BaseModel):
    count: int = Field(1, ge=1, le=MAX_COUNT)
    format: Format = Format.standard
    secure: bool = False
    uppercase: bool = False


@get("/uuid/")
async def uuids(
    count: Count = 1, format: Format = Format.standard, secure: bool = False, uppercase: bool = False
) -> dict:
    return answer(count, format, secure, uppercase)


@post("/uuid/", status_code=200)
async def uuids_by_post(data: Parameters) -> dict:
    return answer(**data.model_dump())


application = Litestar([uuids, uuids_by_post])
