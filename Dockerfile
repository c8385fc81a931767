# syntax=docker/dockerfile:1
# The sandbox in a container. It runs as a user without rights, writes only to /data, and listens on port 8620.
FROM node:24-alpine AS build
WORKDIR /build
COPY package.json package-lock.json ./
RUN npm ci --ignore-scripts
COPY . .
RUN npm run --silent build
RUN npm prune --omit=dev --ignore-scripts

# Alpine's own Node.js is half the size of the official image. Full ICU data: clients may send any charset.
FROM alpine:3.22
RUN apk add --no-cache nodejs icu-data-full && install -d -o 1000 -g 1000 -m 700 /data
WORKDIR /app
COPY --from=build /build/package.json /build/LICENSE ./
COPY --from=build /build/node_modules ./node_modules
COPY --from=build /build/schemas ./schemas
COPY --from=build /build/scenarios ./scenarios
COPY --from=build /build/examples ./examples
COPY --from=build /build/dist ./dist
ENV NODE_ENV=production SANDBOX_HOST=0.0.0.0 SANDBOX_DATA=/data
USER 1000:1000
WORKDIR /data
VOLUME /data
EXPOSE 8620
HEALTHCHECK --interval=10s --timeout=3s --start-period=5s CMD ["wget", "-q", "-O", "/dev/null", "http://127.0.0.1:8620/readyz"]
ENTRYPOINT ["node", "/app/dist/main.js"]
