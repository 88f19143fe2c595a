# docker build -t mailsift .
# The build needs Node and npm of any version from 20; what runs is the Node that npm brings, on a plain Debian.
ARG NODE_IMAGE=docker.io/library/node:24-bookworm
ARG BASE_IMAGE=docker.io/library/debian:bookworm-slim

FROM ${NODE_IMAGE} AS build
WORKDIR /app
COPY . .
RUN npm ci --omit=dev && npm run bundle && node deploy/image/trim.mjs /app

FROM ${BASE_IMAGE}
# The one library that Node and PostgreSQL need beyond a plain Debian.
RUN ldconfig -p | grep -q libstdc++ \
  || (apt-get update && apt-get install -y --no-install-recommends libstdc++6 && rm -rf /var/lib/apt/lists/*)
RUN useradd --uid 10001 --user-group --no-create-home --home-dir /data --shell /usr/sbin/nologin mailsift \
  && install -d -o 10001 -g 10001 -m 0700 /data
# Root's: the service cannot change its own code.
COPY --from=build /app /app
WORKDIR /app
ENV NODE_ENV=production \
  PATH=/app/node_modules/.bin:/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin \
  DATA_DIR=/data \
  HOST=0.0.0.0 \
  PORT=3000 \
  LOG_FORMAT=json
USER 10001:10001
VOLUME /data
EXPOSE 3000
STOPSIGNAL SIGTERM
HEALTHCHECK --interval=10s --timeout=5s --start-period=60s --retries=3 CMD ["node", "deploy/image/healthcheck.mjs"]
# Node is the first process and gets the signals itself.
ENTRYPOINT ["node", "scripts/run.mjs"]
CMD ["packages/server/src/main.ts"]
