"""``python -m utilitysvc``: the command."""

import sys

from utilitysvc.interfaces.command.main import run

sys.exit(run())
