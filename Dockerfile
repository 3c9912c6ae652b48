FROM python:3.13-slim
RUN useradd --system --uid 10001 --no-create-home utilitysvc
COPY requirements.txt /tmp/
# Without a pip of its own, which nothing needs later.
RUN python -m venv --without-pip /venv \
    && pip --python /venv install --no-cache-dir --disable-pip-version-check --require-hashes -r /tmp/requirements.txt
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
