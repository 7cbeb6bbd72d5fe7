# Twenties in one image. Data lives in /data: mount a volume there.
FROM python:3.11.18-slim-bookworm

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 DATA_DIR=/data HOST=0.0.0.0 PORT=8000 container=docker
WORKDIR /app

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY . .
# The site may not write here: its catalogues are made ready now. And the image of Python comes without: each process would compile
# every module again, which is more than half of a start.
RUN python manage.py compilemessages && python -m compileall -q -j 0 -x '/(tests?|idlelib|lib2to3)/' /usr/local/lib/python3.11 . \
    && useradd --system --create-home twenties && install -d -o twenties /data
USER twenties
VOLUME /data
EXPOSE 8000

# A start may migrate a large club: until it answers, it counts as starting.
HEALTHCHECK --interval=10s --timeout=5s --start-period=15m CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["python", "manage.py", "serve"]
