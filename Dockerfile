# Twenties in one image. Data lives in /data: mount a volume there.
FROM python:3.11.10-slim-bookworm

ENV PYTHONUNBUFFERED=1 PIP_NO_CACHE_DIR=1 DATA_DIR=/data HOST=0.0.0.0 PORT=8000 container=docker
WORKDIR /app

COPY requirements.lock .
RUN pip install --require-hashes -r requirements.lock

COPY . .
RUN useradd --system --create-home twenties && install -d -o twenties /data
USER twenties
VOLUME /data
EXPOSE 8000

HEALTHCHECK CMD ["python", "-c", "import urllib.request as u; u.urlopen('http://127.0.0.1:8000/healthz')"]
CMD ["python", "manage.py", "serve"]
