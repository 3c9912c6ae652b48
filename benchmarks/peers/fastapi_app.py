"""FastAPI as in its tutorial: one application with its thread pool (def), and one on the event loop (async def)."""

import hashlib
from collections import Counter
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


class Text(BaseModel):
    text: str


def rounds(input, iterations):
    data = input.encode()
    for _ in range(iterations):
        data = hashlib.sha512(data).digest()
    return {"hash": data.hex()}


def analysis(text):
    characters = Counter(text)
    return {
        "original_text": text,
        "length": len(text),
        "character_frequency": dict(characters.most_common()),
        "word_frequency": dict(Counter(text.split()).most_common()),
        "uppercase_count": sum(count for character, count in characters.items() if character.isupper()),
    }


application = FastAPI()


@application.get("/hash/")
def hash_rounds(input: str, iterations: int):
    return rounds(input, iterations)


@application.post("/text/")
def analyze(body: Text):
    return analysis(body.text)


@application.get("/uuid/")
def uuids(count: Count = 1, format: Format = Format.standard, secure: bool = False, uppercase: bool = False):
    return answer(count, format, secure, uppercase)


@application.post("/uuid/")
def uuids_by_post(parameters: Parameters):
    return answer(**parameters.model_dump())


async_application = FastAPI()


@async_application.get("/hash/")
async def async_hash_rounds(input: str, iterations: int):
    return rounds(input, iterations)


@async_application.post("/text/")
async def async_analyze(body: Text):
    return analysis(body.text)


@async_application.get("/uuid/")
async def async_uuids(
    count: Count = 1, format: Format = Format.standard, secure: bool = False, uppercase: bool = False
):
    return answer(count, format, secure, uppercase)


@async_application.post("/uuid/")
async def async_uuids_by_post(parameters: Parameters):
    return answer(**parameters.model_dump())
