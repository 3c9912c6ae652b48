"""Count the everyday phrases that /time/ and other libraries read correctly.

    python -m benchmarks.phrases PYTHON

PYTHON is the interpreter of an environment that has parsedatetime, dateparser and python-dateutil. The phrases are in
everyday_phrases.txt, each with its meaning in UTC at 2026-03-27 15:45:30, or "-" if it has no meaning or several. A
library is right if it returns the same day, and if the phrase has a time of day, the same minute. For a phrase without
a time of day, libraries assume different ones.
"""

import json
import re
import subprocess
import sys
from collections import Counter
from datetime import UTC, datetime
from pathlib import Path

from timeops import services
from utilitysvc.kit.service_error import ServiceError

NOW = datetime(2026, 3, 27, 15, 45, 30, tzinfo=UTC)
PHRASES = Path(__file__).with_name("everyday_phrases.txt")
PEERS = Path(__file__).parent / "peers" / "phrases.py"
# A phrase that matches has a time of day, or adds an exact length such as hours to the present time.
TIMED = re.compile(r"\d:\d|\dh|\d ?[ap]\.?m|noon|mid|now|hour|min|sec|o'clock|\d[hms]\b|half|quarter (?!of)|this time")


def meanings() -> dict[str, str]:
    lines = PHRASES.read_text().splitlines()
    return {phrase: meaning for phrase, _, meaning in (line.rpartition(" = ") for line in lines)}


def ours(phrase: str) -> str | None:
    try:
        return services.current(datetime=phrase, timezone="UTC", clock=lambda: NOW)["datetime"]
    except ServiceError:
        return None


def same(phrase: str, one: str | None, other: str) -> bool:
    length = 16 if TIMED.search(phrase) else 10
    return one is not None and one[:length] == other[:length]


def main() -> None:
    expected = meanings()
    phrases = json.dumps(list(expected))
    printed = subprocess.run(
        [sys.argv[1], str(PEERS)], input=phrases, capture_output=True, text=True, check=True
    ).stdout
    answers = {"timeops": {phrase: ours(phrase) for phrase in expected}} | json.loads(printed)
    plain = {phrase: meaning for phrase, meaning in expected.items() if meaning != "-"}
    print(f"{len(plain)} phrases with one meaning, {len(expected) - len(plain)} without")
    print("library        right  other  refused   takes of those without one meaning")
    for library, found in answers.items():
        counts = Counter(
            "refused" if found[phrase] is None else "right" if same(phrase, found[phrase], meaning) else "other"
            for phrase, meaning in plain.items()
        )
        guessed = sum(found[phrase] is not None for phrase, meaning in expected.items() if meaning == "-")
        print(f"{library:14} {counts['right']:5} {counts['other']:6} {counts['refused']:8} {guessed:8}")
    peers = [found for library, found in answers.items() if library != "timeops"]
    agreed = [phrase for phrase in plain if _agree(phrase, [found[phrase] for found in peers])]
    kept = [phrase for phrase in agreed if same(phrase, answers["timeops"][phrase], peers[0][phrase])]
    print(f"of {len(agreed)} on which all {len(peers)} others agree we read {len(kept)} alike")
    for phrase in sorted(set(agreed) - set(kept)):
        print("  ", phrase, "ours:", answers["timeops"][phrase], "theirs:", peers[0][phrase])


def _agree(phrase: str, found: list[str | None]) -> bool:
    first = found[0]
    return first is not None and all(same(phrase, one, first) for one in found)


if __name__ == "__main__":
    main()
