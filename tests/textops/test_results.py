"""Tables of texts with what each operation makes of them, or why it refuses them.

casing: X5, X10. arranging: X4, X6, X10, X15. unicode: X10 (UAX #15), X15, G17. encodings: X7 (RFC 4648, section 10; the
HTML standard, 13.2.5), X8, X10 (RFC 8259), X13 (the URL standard), G17, G18. json_and_yaml: X10 (RFC 8259, RFC 7519),
X13 (RFC 9535, YAML 1.2.2, chapter 10.3). searching: X10, X12. lines_and_differences: X11, X14, B4.
"""

import pytest

from tests.tables import rows
from textops import services
from utilitysvc.kit import ServiceError

TABLES = ["casing", "arranging", "unicode", "encodings", "json_and_yaml", "searching", "lines_and_differences"]


def outcome(operation, text, parameters):
    try:
        return services.process(text=text, operation=operation.split(","), **parameters)["result"]
    except ServiceError as refused:
        return [refused.error, refused.details]


@pytest.mark.parametrize("table", TABLES)
def test_results(table):
    different = []
    for operation, text, *parameters, expected in rows(f"results_{table}.json"):
        made = outcome(operation, text, dict(*parameters))
        if made != expected:
            different.append((operation, text, *parameters, expected, made))
    assert different == []
