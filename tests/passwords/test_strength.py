"""POST /password/strength/: rule P7."""

import json
import logging
import math
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from passwords import passphrases, services, strength
from passwords.apps import PasswordsConfig
from tests.measure import cpu_seconds
from tests.tables import each_row, rows

PATH = "/password/strength/"


def test_p7_answer_has_the_keys_in_their_order(api):
    body = api.post(PATH, {"password": "Tiger1987"}).json()
    keys = "score guesses_log10 entropy strength_level crack_times warning suggestions matches"
    assert list(body) == keys.split()
    assert list(body["crack_times"]) == ["online_throttled", "online", "offline_slow", "offline_fast"]
    assert all(list(entry) == ["seconds", "text"] for entry in body["crack_times"].values())
    assert body["entropy"] == pytest.approx(body["guesses_log10"] / math.log10(2), abs=0.1)
    assert body["matches"] == rows("strength_matches.json")


@each_row("password, score, level", rows("strength_score_and_level.json"))
def test_p7_score_and_level(api, password, score, level):
    body = api.post(PATH, {"password": password}).json()
    assert (body["score"], body["strength_level"]) == (score, level)


@each_row("password, patterns", rows("strength_matches_say_which_parts_as_what.json"))
def test_p7_matches_say_which_parts_as_what(api, password, patterns):
    matches = api.post(PATH, {"password": password}).json()["matches"]
    assert [match["pattern"] for match in matches] == patterns
    assert (matches[0]["start"], matches[-1]["end"]) == (0, len(password))


def test_p7_words_are_tried_first(api):
    """And belong to one request alone: nothing of them stays behind."""
    alone = api.post(PATH, {"password": "xqzwvkjh"}).json()
    known = api.post(PATH, {"password": "xqzwvkjh", "words": ["Ada", "XQZWVKJH"]}).json()
    assert known["matches"][0]["dictionary"] == "words"
    assert known["guesses_log10"] < 1 < alone["guesses_log10"]
    assert api.post(PATH, {"password": "xqzwvkjh"}).json() == alone
    assert "user_inputs" not in sys.modules["zxcvbn"].matching.RANKED_DICTIONARIES


def test_p7_words_of_threads_are_kept_apart():
    words = [f"xqzwv{number:03}kjh" for number in range(60)]
    with ThreadPoolExecutor(8) as threads:
        results = list(threads.map(lambda word: services.password_strength(password=word, words=[word]), words))
    assert all(result["matches"][0]["dictionary"] == "words" for result in results)


@each_row("words", [None, "", ",", [], [" "]])
def test_p7_an_empty_list_of_words_is_not_given(api, words):
    """G3."""
    response = api.post(PATH, {"password": "Tiger1987", "words": words})
    assert (response.status_code, response.json()["score"]) == (200, 1)


SECRET = "Zebra77Kx-geheim"


@each_row("password", [SECRET, "drowssap", "p4ssword", "31121999", "abcabcabc", "qwertyuiop", "Ada1815!"])
def test_p7_nothing_of_the_password_is_in_the_answer(api, password):
    """Neither its parts nor the words that they stand for, nor a rank that would tell them."""
    body = api.post(PATH, {"password": password, "words": [SECRET[:5]]}).json()
    told = json.dumps(body["matches"]).lower()
    for start in range(len(password) - 3):
        assert password[start : start + 4].lower() not in told.replace("passwords", "").replace("dictionary", "")
    keys = {key for match in body["matches"] for key in match}
    assert keys <= {"start", "end", "pattern", "dictionary", "reversed", "substituted"}


def test_p7_g15_nothing_of_the_password_is_logged(api, caplog):
    with caplog.at_level(logging.DEBUG):
        api.post(PATH, {"password": SECRET, "words": ["geheim77"]})
        api.post(PATH, {"password": SECRET * 20})
    assert SECRET not in caplog.text
    assert "geheim" not in caplog.text


@pytest.mark.parametrize("method", ["GET", "HEAD"])
def test_p7_g8_an_address_is_no_place_for_a_password(api, method):
    response = api.send(method, PATH, query={"password": SECRET})
    assert (response.status_code, response.headers["Allow"]) == (405, "POST, OPTIONS")
    assert SECRET.encode() not in response.content


def test_p7_the_query_of_a_post_is_not_read(api):
    response = api.send("POST", PATH, query={"password": SECRET}, body={}, content_type="application/json")
    assert (response.status_code, response.json()) == (400, {"error": "Password parameter is required"})


@each_row(
    ("parameters", "error"),
    [*rows("strength_refused.json"), ({"password": "\ud800"}, None)],
)
def test_p7_refused(api, parameters, error):
    response = api.post(PATH, parameters)
    assert response.status_code == 400
    assert list(response.json()) == ["error"]
    assert error in (None, response.json()["error"])


@pytest.mark.slow
@each_row("password, examined", rows("strength_examined.json"))
def test_p7_g21_the_slowest_end_soon_and_tell_what_is_not_examined(password, examined):
    """Within about a second."""
    services.password_strength(password="a")  # imports zxcvbn
    results = []
    seconds = cpu_seconds(lambda: results.append(services.password_strength(password=password)), repeats=1)
    assert results[0].get("examined") == examined
    assert results[0]["matches"][-1]["end"] == (examined or len(password))
    assert seconds < 8


@pytest.mark.parametrize(
    ("path", "asked", "extra"),
    [(PATH, {"password": "a"}, strength.EXTRA), ("/password/", {"words": 3}, passphrases.EXTRA)],
)
def test_p7_p5_f6_without_its_extra(api, monkeypatch, path, asked, extra):
    passphrases.words_of_list.cache_clear()
    monkeypatch.setitem(sys.modules, extra.module, None)
    response = api.post(path, asked)
    assert response.status_code == 501
    assert response.json()["error"].startswith(f"Not installed: Install the extra {extra.name} (pip install")
    assert extra in PasswordsConfig.extras


def test_p7_plain_text_is_the_score(api):
    """G6."""
    assert api.post(PATH, {"password": "password", "output": "text"}).content == b"0\n"
