"""``make audit``: what is said of pip-audit's report, of which its documentation gives the form."""

import pytest

from deploy.audit import judge

SOUND = {"name": "django", "version": "6.1", "vulns": []}
FAULT = {"id": "CVE-2026-1", "fix_versions": ["2.1", "1.9.9"]}
FAULTY = {"name": "lark", "version": "1.0", "vulns": [FAULT, {"id": "CVE-2026-2", "fix_versions": []}]}
UNKNOWN = {"name": "ours", "skip_reason": "Dependency not found"}


@pytest.mark.parametrize(
    ("packages", "status", "said"),
    [
        ([], 0, "Not audited: no list of known faults could be reached"),
        ([UNKNOWN, UNKNOWN], 0, "Not audited: no list of known faults could be reached"),
        ([SOUND], 0, "1 packages looked up, 0 with known faults.\n"),
        ([SOUND, UNKNOWN], 0, "1 packages looked up, 0 with known faults.\nThe list does not know: ours."),
        ([SOUND, FAULTY], 1, "lark 1.0: CVE-2026-1, mended in 2.1, 1.9.9\n"),
        ([FAULTY], 1, "lark 1.0: CVE-2026-2, mended in no version yet\n1 packages looked up, 1 with known faults."),
    ],
)
def test_audit_fails_for_a_known_fault_alone(capsys, packages, status, said):
    assert judge(packages) == status
    assert said in capsys.readouterr().out
