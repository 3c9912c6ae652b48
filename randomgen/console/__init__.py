"""What the console's page shows of /random/."""

from utilitysvc.console.hints import Hints, Switch

HINTS = {
    "random": Hints(
        icon=(
            '<rect x="4" y="4" width="16" height="16" rx="4"/>'
            '<path d="M9 9h.01M15 15h.01M15 9h.01M9 15h.01M12 12h.01"/>'
        ),
        essential=("min", "max", "count"),
        words="integer number lottery draw unique distinct statistics",
    ),
    "random_items": Hints(
        essential=("draw", "items", "count"),
        shown_with=dict.fromkeys(("count", "unique"), ("draw", "some")),
        switches={"draw": Switch("Draw", ("some", "all"))},
        names={"all": "all, shuffled"},
        words="pick choose shuffle sample list raffle winner",
    ),
    "random_dice": Hints(words="die roll d6 d20 coin toss"),
}
