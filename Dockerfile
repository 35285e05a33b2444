FROM python:3.11-slim-bookworm

ENV PYTHONUNBUFFERED=1 HASHED_STATIC=true UV_COMPILE_BYTECODE=1 UV_PROJECT_ENVIRONMENT=/opt/venv PATH=/opt/venv/bin:$PATH
RUN pip install --no-cache-dir uv && useradd --create-home --uid 10001 cardhouse \
    && install -d -o cardhouse -m 0700 /var/lib/cardhouse
ARG VERSION=0.1.0
LABEL org.opencontainers.image.title=cardhouse org.opencontainers.image.version=$VERSION

WORKDIR /srv/cardhouse
COPY requirements.lock ./
# What is not as it was when the club was tested is not installed.
RUN uv venv /opt/venv && uv pip install --python /opt/venv --no-cache --no-deps --require-hashes -r requirements.lock
COPY . .
RUN SECRET_KEY=build DATABASE_URL=postgresql://nobody@localhost/none REDIS_URL=redis://localhost/0 \
    python manage.py collectstatic --noinput --verbosity 0 && python -m compileall -q club engine tables tournaments

VOLUME /var/lib/cardhouse
USER cardhouse
EXPOSE 8000 8001
# Celery stops softly on the orchestrator's TERM: running tasks end, unacknowledged ones go back at once.
ENV REMAP_SIGTERM=SIGQUIT
CMD ["granian", "--interface", "rsgi", "--host", "0.0.0.0", "--port", "8000", "--workers", "2", "--no-ws", "--backlog", "2048", "--backpressure", "2048", "--http1-header-read-timeout", "10000", "club.project.rsgi:application"]
