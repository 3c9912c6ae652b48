"""An event loop for one coroutine."""

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from typing import Any

__all__ = ["run"]


def run(coroutine: Coroutine[Any, Any, None]) -> None:
    """Run it in a thread of its own: in a process that drives a browser the main thread has a running loop."""
    with ThreadPoolExecutor(1) as thread:
        thread.submit(asyncio.run, coroutine).result()
