"""The service in processes whose clock is set back by an hour while they serve. The system's clock is not changed."""

import os
import threading
import time

import time_machine

from utilitysvc.asgi import application

__all__ = ["application"]

HOUR = 3600


def _set_back():
    time.sleep(float(os.environ["CLOCK_SET_BACK_AFTER"]))
    time_machine.travel(time.time() - HOUR, tick=True).start()


def _start_thread():
    threading.Thread(target=_set_back, daemon=True).start()


# A fork does not copy threads, so each worker of a preloaded application starts its own.
os.register_at_fork(after_in_child=_start_thread)
