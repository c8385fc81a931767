import type { Request, RequestHandler, Router } from "express";
import { PATHS } from "../../domain/operations/paths.ts";
import type { TokenCall } from "../../gateway/tokens/tokens.ts";
import type { AppParts } from "../parts.ts";
import { callOf, mount, payloadOf, routeOf } from "./mount.ts";
import type { Params } from "./mount.ts";
import { readBytes } from "../payload.ts";

/** Cards stored for later payments. */
export function tokenRoutes(parts: AppParts, router: Router, guards: readonly RequestHandler[]): void {
  const { tokens } = parts.gateway;
  const tokenCallOf = (request: Request, params: Params): TokenCall => ({
    ...callOf(request, params),
    tokenId: params["tokenId"] ?? "",
  });
  const all = [...guards, readBytes];
  mount(router, parts, routeOf(PATHS.tokens), {
    guards: all,
    methods: { post: (request, params) => tokens.create(callOf(request, params), payloadOf(request)) },
  });
  mount(router, parts, routeOf(PATHS.token), {
    guards: all,
    methods: {
      delete: (request, params) => tokens.delete(tokenCallOf(request, params)),
      get: (request, params) => tokens.retrieve(tokenCallOf(request, params)),
      put: (request, params) => tokens.createOrUpdate(tokenCallOf(request, params), payloadOf(request)),
    },
  });
}
