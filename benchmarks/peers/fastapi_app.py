"""FastAPI as its tutorial has it, once with the thread pool (def) and once on the loop (async def)."""

from enum import StrEnum
from typing import Annotated

from fastapi import FastAPI, Query
from pydantic import BaseModel, Field

from benchmarks.peers.contract import FORMATS, MAX_COUNT, answer

Format = StrEnum("Format", list(FORMATS))
Count = Annotated[int, Query(ge=1, le=MAX_COUNT)]


class Parameters(BaseModel):
    count: int = Field(1, ge=1, le=MAX_COUNT)
    format: Format = Format.standard
    secure: bool = False
    uppercase: bool = False


application = FastAPI()


@application.get("/uuid/")
def uuids(count: Count = 1, format: Format = Format.standard, secure: bool = False, uppercase: bool = False):
    return answer(count, format, secure, uppercase)


@application.post("/uuid/")
def uuids_by_post(parameters: Parameters):
    return answer(**parameters.model_dump())


async_application = FastAPI()


@async_application.get("/uuid/")
async def async_uuids(
    count: Count = 1, format: Format = Format.standard, secure: bool = False, uppercase: bool = False
):
    return answer(count, format, secure, uppercase)


@async_application.post("/uuid/")
async def async_uuids_by_post(parameters: Parameters):
    return answer(**parameters.model_dump())
