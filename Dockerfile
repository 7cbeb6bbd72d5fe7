# Twenties in one image. Data lives in /data: mount a volume there. The rest may be read-only.
#
#   docker build --tag twenties .
#   docker run --publish 8000:8000 --volume twenties:/data --env HTTPS=0 twenties
FROM python:3.11.18-slim-bookworm AS built

WORKDIR /app
RUN python -m venv --without-pip .venv
COPY requirements.lock .
RUN pip --python .venv/bin/python install --no-cache-dir --only-binary :all: --require-hashes -r requirements.lock
COPY . .
# The site may not write here: its catalogues are made ready now. And the image of Python comes without: each process would compile
# every module again, which is more than half of a start.
RUN .venv/bin/python manage.py compilemessages && rm -r var \
    && python -m compileall -q -j 0 -x '/(tests?|idlelib|lib2to3)/' /usr/local/lib/python3.11 .

FROM python:3.11.18-slim-bookworm

LABEL org.opencontainers.image.title="Twenties" \
      org.opencontainers.image.description="A site that runs a crokinole club" \
      org.opencontainers.image.licenses="BSD-3-Clause" \
      org.opencontainers.image.version="1.0.0"
ENV PYTHONUNBUFFERED=1 PATH=/app/.venv/bin:$PATH DATA_DIR=/data HOST=0.0.0.0 PORT=8000 container=docker
RUN useradd --system --create-home twenties && install -d -o twenties /data
COPY --from=built /usr/local/lib/python3.11 /usr/local/lib/python3.11
COPY --from=built /app /app
USER twenties
WORKDIR /app
VOLUME /data
EXPOSE 8000

# A start may migrate a large club: until it answers, it counts as starting.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["python", "manage.py", "serve"]
