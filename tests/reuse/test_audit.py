"""``make audit``: what it prints of a report of pip-audit, in the form that its documentation gives."""

import pytest

from deploy.audit import judge

SOUND = {"name": "django", "version": "6.1", "vulns": []}
VULNERABILITY = {"id": "CVE-2026-1", "fix_versions": ["2.1", "1.9.9"]}
VULNERABLE = {"name": "lark", "version": "1.0", "vulns": [VULNERABILITY, {"id": "CVE-2026-2", "fix_versions": []}]}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([], 0, "Not audited: no list of known vulnerabilities could be reached"),
        ([UNKNOWN, UNKNOWN], 0, "Not audited: no list of known vulnerabilities could be reached"),
        ([SOUND], 0, "1 packages looked up, 0 with known vulnerabilities.\n"),
        ([SOUND, UNKNOWN], 0, "1 packages looked up, 0 with known vulnerabilities.\nThe list does not know: ours."),
        ([SOUND, VULNERABLE], 1, "lark 1.0: CVE-2026-1, fixed in 2.1, 1.9.9\n"),
        (
            [VULNERABLE],
            1,
            "lark 1.0: CVE-2026-2, fixed in no version yet\n1 packages looked up, 1 with known vulnerabilities.",
        ),
    ],
)
def test_audit_fails_for_a_known_vulnerability_alone(capsys, packages, status, said):
    assert judge(packages) == status
    assert said in capsys.readouterr().out
