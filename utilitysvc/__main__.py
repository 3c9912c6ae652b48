"""``python -m utilitysvc``: the command."""

import sys

from utilitysvc.interfaces.command.main import main

sys.exit(main())
