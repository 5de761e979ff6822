# The server in a small image: built with pip from the hashed lock, run by a user without rights.
ARG PYTHON=python:3.13.9-slim-bookworm

FROM ${PYTHON} AS build
WORKDIR /build
RUN python -m venv /kibitz
COPY requirements.lock ./
RUN /kibitz/bin/pip install --no-cache-dir --require-hashes -r requirements.lock
COPY pyproject.toml README.md LICENSE ./
COPY domain domain
COPY application application
COPY projections projections
COPY api api
COPY environments environments
COPY web web
COPY clients/verify.mjs clients/verify.mjs
COPY clients/python/kibitz_client clients/python/kibitz_client
RUN /kibitz/bin/pip install --no-cache-dir --no-deps .

FROM ${PYTHON}
RUN useradd --system --uid 10001 --create-home --home-dir /var/lib/kibitz kibitz
# Made here, since a new volume takes over the owner and the mode of what it covers.
RUN install --directory --owner=kibitz --group=kibitz --mode=0700 /var/lib/kibitz/data
COPY --from=build /kibitz /kibitz
USER kibitz
WORKDIR /var/lib/kibitz
ENV PATH=/kibitz/bin:$PATH KIBITZ_HOST=0.0.0.0 KIBITZ_DATA_DIR=/var/lib/kibitz/data PYTHONUNBUFFERED=1
VOLUME /var/lib/kibitz/data
EXPOSE 8000
ENTRYPOINT ["kibitz"]
CMD ["serve"]
