"""``utilitysvc serve``: replaces this process by gunicorn with the service's settings."""

import os
import sys
from importlib.util import find_spec
from pathlib import Path

import click
from django.core.exceptions import ImproperlyConfigured

from utilitysvc import environment

DEFAULT_HOST, DEFAULT_PORT = "127.0.0.1", "8000"
ALL_ADDRESSES = "0.0.0.0"  # noqa: S104  # platforms that set PORT expect it, and gunicorn does the same
SETTINGS = "python:utilitysvc.serving.gunicorn_settings"


def run(*, host: str | None, port: int | None, workers: int | None) -> None:
    """Serve until a signal ends the process. Arguments that are None come from the environment, as for gunicorn."""
    if os.name != "posix":
        raise click.ClickException("serve needs gunicorn, which runs on Linux and macOS: use Docker or WSL here")
    if find_spec("gunicorn") is None or find_spec("uvicorn_worker") is None:
        raise click.ClickException("serve needs the extra service: pip install 'utilitysvc[service]'")
    try:
        # gunicorn reads it before our settings, and would end with a traceback.
        environment.integer("WEB_CONCURRENCY", default=1, minimum=1)
    except ImproperlyConfigured as exc:
        raise click.ClickException(str(exc)) from None
    named = os.environ.get("PORT")
    host = host or (ALL_ADDRESSES if named and port is None else DEFAULT_HOST)
    bracketed = f"[{host}]" if ":" in host else host
    bind = f"{bracketed}:{named or DEFAULT_PORT if port is None else port}"
    options = ["--workers", str(workers)] if workers else []
    os.environ["DJANGO_SETTINGS_MODULE"] = "utilitysvc.settings"  # the shell may name another site's settings
    sys.stdout.flush()
    # At SIGUSR2 gunicorn starts its own command once more. Of `python -m gunicorn` it keeps a file in its package, from
    # where `import http` would find its own module of that name.
    script = Path(sys.executable).with_name("gunicorn")
    command = [str(script)] if script.exists() else [sys.executable, "-m", "gunicorn"]
    os.execv(command[0], [*command, "--config", SETTINGS, "--bind", bind, *options])  # noqa: S606
