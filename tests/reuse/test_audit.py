"""``make audit``: what it prints of a report of pip-audit, in the form that its documentation gives."""

from deploy.audit import judge
from tests.tables import each_row, rows


@each_row("packages, status, said", rows("audit.json"))
def test_audit_fails_for_a_known_vulnerability_alone(capsys, packages, status, said):
    assert judge(packages) == status
    assert said in capsys.readouterr().out
