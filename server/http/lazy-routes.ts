import type { RequestHandler } from "express";

/** Routes that are loaded when somebody first asks for one of them, so that a start need not wait for them. */
export function lazyRoutes(load: () => Promise<RequestHandler>): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  return async (request, response, next) => {
    const handle = await (routes ??= load());
    await handle(request, response, next);
  };
}
