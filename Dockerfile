# A tag can later name another image. To build from the one that you have tested, name the base image by its digest, and
# update the digest when a new release of Python is out:
#   docker buildx imagetools inspect python:3.13-slim    prints it
#   docker build --build-arg PYTHON=python:3.13-slim@sha256:... .
ARG PYTHON=python:3.13-slim
FROM ${PYTHON} AS packages
# binutils has strip. Its version is that of the base image's Debian.
# hadolint ignore=DL3008
RUN apt-get update && apt-get install --yes --no-install-recommends binutils && rm -rf /var/lib/apt/lists/*
WORKDIR /build
COPY requirements.txt deploy/unused-packages.txt ./
# Every package is installed from a wheel, so nothing is compiled. What is never used is removed: packages that others
# require but do not import here, translations (USE_I18N is off), source maps, word lists that passphrases do not use, the
# documentation viewer that is not served, and what only a debugger reads in libraries, a quarter of all that is left.
RUN python -m venv --without-pip /venv \
    && pip --python /venv install --no-cache-dir --no-compile --disable-pip-version-check --only-binary :all: \
        --require-hashes -r requirements.txt \
    && pip --python /venv uninstall --yes --disable-pip-version-check -r unused-packages.txt \
    && find /venv \( -name '*.[pm]o' -or -name '*.map' -or -path '*/xkcdpass/static/*' -not -name 'eff-*' \) -delete \
    && rm -r /venv/lib/python*/site-packages/drf_spectacular_sidecar/static/drf_spectacular_sidecar/redoc \
    && find /venv -name '*.so*' -type f -exec strip --strip-debug {} +

FROM ${PYTHON}
RUN useradd --uid 10001 --no-create-home --shell /usr/sbin/nologin utilitysvc
WORKDIR /app
COPY --from=packages /venv /venv
COPY . .
ENV PATH=/venv/bin:$PATH PORT=8000
# Our own code, and the packages that it imports to serve, are compiled to bytecode now, because nothing can be written
# here later. GEOIP_PATH names a folder without databases, so that the check makes no copies of them.
RUN python -m compileall -q -j 0 . && GEOIP_PATH=/tmp gunicorn --check-config
ENV PYTHONDONTWRITEBYTECODE=1
USER 10001
EXPOSE 8000
# The service writes only to /tmp, for the copies of the databases: docker run --read-only --tmpfs /tmp:size=384m
HEALTHCHECK --interval=10s --timeout=5s --start-period=10s --retries=6 \
    CMD ["python", "-c", "import os, urllib.request; urllib.request.urlopen(f'http://127.0.0.1:{os.environ[\"PORT\"]}/health/live/', timeout=4)"]
CMD ["python", "-m", "utilitysvc", "serve"]
