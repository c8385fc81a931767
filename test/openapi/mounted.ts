import type { Router } from "express";
import type { AppParts } from "../../server/http/parts.ts";

/** Stands for every part: mounting routes asks parts for their functions and calls none that matters. */
const anything: unknown = new Proxy(() => anything, { get: () => anything });
export const PARTS = anything as AppParts;

interface Layer {
  readonly route?: { readonly path: string; readonly stack: readonly { readonly method?: string }[] };
  readonly handle: unknown;
}

/** Each path that a router has, with its methods: `put /v1/merchants/:merchantId/clock`. */
export function mountedOn(router: Router): readonly string[] {
  const layers = router.stack as unknown as readonly Layer[];
  return layers.flatMap(({ route, handle }) => {
    // A router within the router would hide its paths from this walk.
    if (route === undefined && typeof handle === "function" && "stack" in handle)
      throw new Error("a router in it");
    const methods = new Set(route?.stack.flatMap(({ method }) => (method === undefined ? [] : [method])));
    return [...methods].map((method) => `${method} ${route?.path ?? ""}`);
  });
}
