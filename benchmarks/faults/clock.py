"""The service in a process whose clock is set back by an hour while it serves (the machine's own is left alone)."""

import os
import threading
import time

import time_machine

from utilitysvc.asgi import application

__all__ = ["application"]

HOUR = 3600


def _set_back() -> None:
    time.sleep(float(os.environ["CLOCK_SET_BACK_AFTER"]))
    time_machine.travel(time.time() - HOUR, tick=True).start()


def _start_thread() -> None:
    threading.Thread(target=_set_back, daemon=True).start()


# Threads do not survive the fork of a preloaded process: each worker starts its own.
os.register_at_fork(after_in_child=_start_thread)
