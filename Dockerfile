# The first stage has a compiler, for the packages without a wheel; the second has what they became.
FROM python:3.13-slim AS build
# hadolint ignore=DL3008  # the compiler is no part of the result, and a pinned version is soon gone from the archive
RUN apt-get update \
    && apt-get install --yes --no-install-recommends gcc libc6-dev \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements.txt .
RUN python -m venv /venv \
    && /venv/bin/pip install --no-cache-dir --disable-pip-version-check --require-hashes -r requirements.txt

FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home utilitysvc
COPY --from=build /venv /venv
WORKDIR /app
COPY . .
ENV PATH=/venv/bin:$PATH PORT=8000 PYTHONDONTWRITEBYTECODE=1
# Compiled here, since nothing can be written later.
RUN python -m compileall -q -j 0 .
USER 10001
EXPOSE 8000
# What may be written to is /tmp alone, for the copies of the databases: docker run --read-only --tmpfs /tmp:size=256m
HEALTHCHECK --interval=10s --timeout=3s --start-period=10s \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health/live/', timeout=2)"]
CMD ["gunicorn", "utilitysvc.wsgi"]
