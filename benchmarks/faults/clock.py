"""The service in processes whose clock is set back by an hour while they serve. The system's clock is not changed."""

import os
import threading
import time

import time_machine

from utilitysvc.asgi import application as application  # which gunicorn serves

HOUR = 3600


def _set_back():
    time_machine.travel(time.time() - HOUR).start()


# A fork does not copy threads, so each worker of a preloaded application starts its own, which waits for a moment.
os.register_at_fork(after_in_child=lambda: threading.Timer(0.3, _set_back).start())
