import type { RequestHandler } from "express";

/** Long after a start has answered its first requests. */
const LOAD_AFTER_MS = 5_000;

/**
 * Routes that a start need not wait for: they are loaded when somebody first asks for one of them, or a little after
 * the start. A failure answers that one request, and the next one tries again; but Node itself remembers a file that
 * it could not open for want of file handles, so that loading is not left to the moment when a flood comes.
 */
export function lazyRoutes(load: () => Promise<RequestHandler>): RequestHandler {
  let routes: Promise<RequestHandler> | undefined;
  const loaded = (): Promise<RequestHandler> =>
    (routes ??= load().catch((error: unknown) => {
      routes = undefined;
      throw error;
    }));
  setTimeout(() => {
    loaded().catch(() => undefined);
  }, LOAD_AFTER_MS).unref();
  return async (request, response, next) => {
    const handle = await loaded();
    await handle(request, response, next);
  };
}
