"""What the console's page shows of /password/."""

from utilitysvc.console.hints import Hints, Switch

WORDS = ("words", "separator", "capitalize", "digit")
CHARACTERS = (
    "length",
    "exclude",
    "uppercase",
    "lowercase",
    "numbers",
    "symbols",
    "exclude_similar",
    "exclude_ambiguous",
    "min_uppercase",
    "min_lowercase",
    "min_numbers",
    "min_symbols",
    "rules",
)

HINTS = {
    "password": Hints(
        icon='<circle cx="8" cy="15" r="4"/><path d="m11 12 8-8M16 7l3 3"/>',
        essential=("kind", "length", "words", "count"),
        shown_with={
            **dict.fromkeys(WORDS, ("kind", "words")),
            **dict.fromkeys(CHARACTERS, ("kind", "characters")),
        },
        initial={"words": 6},
        switches={"kind": Switch("Made of", ("characters", "words"))},
        words="passphrase diceware pin secret generate token strong entropy",
    ),
    "password_strength": Hints(words="zxcvbn crack guess meter score check"),
}
