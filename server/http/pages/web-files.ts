import { createHash } from "node:crypto";
import { readdir, readFile } from "node:fs/promises";
import type { RequestHandler, Router } from "express";

/** Where the build puts what runs in browsers (scripts/build/web.ts); beside server/ and beside the built programs. */
const FOLDER = new URL("../../../dist/web/", import.meta.url);

const OWN = "/static/sandbox";

/** The one style of all pages. */
export const STYLE_PATH = `${OWN}/style.css`;
export const ICON_PATH = `${OWN}/icon.svg`;
/** The style of the frames in the place of card fields, whose look is the merchant's. */
export const FIELD_STYLE_PATH = `${OWN}/field.css`;

/** The style of the portal, with the tokens of all pages. */
export const PORTAL_STYLE_PATH = `${OWN}/portal.css`;

/** The portal's script, which loads further ones from beside itself. */
export const PORTAL_SCRIPT_PATH = `${OWN}/portal/main.js`;

/** Scripts of our own pages, by the name of their file. */
export type PageScript = "field" | "onward" | "payment-page";
const PAGE_SCRIPTS: readonly PageScript[] = ["field", "onward", "payment-page"];

export function scriptPath(name: PageScript): string {
  return `${OWN}/${name}.js`;
}

/** Scripts and styles for browsers; pages of any origin may load them. They are files and no exchanges. */
export function webFileRoutes(router: Router): void {
  router.get(STYLE_PATH, sending("style.css", "text/css"));
  router.get(PORTAL_STYLE_PATH, sending("portal.css", "text/css"));
  router.get(FIELD_STYLE_PATH, sending("field.css", "text/css"));
  router.get(ICON_PATH, sending("icon.svg", "image/svg+xml"));
  // One script for all versions, which reads its own address; the older one is asked for with newer versions as well.
  router.get(
    ["/static/checkout/checkout.min.js", "/checkout/version/:version/checkout.js"],
    sendScript("checkout"),
  );
  router.get(
    ["/static/threeDS/1.2.0/three-ds.min.js", "/static/threeDS/1.3.0/three-ds.min.js"],
    sendScript("three-ds"),
  );
  for (const name of PAGE_SCRIPTS) router.get(scriptPath(name), sending(`${name}.js`, "text/javascript"));
  router.get(`${OWN}/portal/:script`, portalScripts());
}

/** The scripts of the portal, whose names the build chooses. */
function portalScripts(): RequestHandler<{ script: string }> {
  const known = new Map<string, RequestHandler>();
  return async (request, response, next) => {
    const { script } = request.params;
    if (known.size === 0)
      for (const name of await readdir(new URL("portal/", FOLDER)))
        known.set(name, sending(`portal/${name}`, "text/javascript"));
    const send = known.get(script);
    if (send === undefined) next();
    else await send(request, response, next);
  };
}

/** A script for merchants' pages, which have it under an address of the gateway's. */
export function sendScript(name: "checkout" | "hpf" | "session" | "three-ds"): RequestHandler {
  return sending(`${name}.js`, "text/javascript");
}

/** A browser asks every time whether its copy is still the right one, so that an upgrade is seen at once. */
function sending(file: string, type: string): RequestHandler {
  let read: ReturnType<typeof readWebFile> | undefined;
  return async (request, response) => {
    read ??= readWebFile(file);
    const { body, etag } = await read.catch((error: unknown) => {
      read = undefined;
      throw error;
    });
    response.set({
      "Access-Control-Allow-Origin": "*",
      "Cache-Control": "no-cache",
      "Cross-Origin-Resource-Policy": "cross-origin",
      ETag: etag,
      "X-Content-Type-Options": "nosniff",
    });
    if (request.get("if-none-match") === etag) {
      response.status(304).end();
      return;
    }
    response.type(`${type}; charset=utf-8`).end(body);
  };
}

async function readWebFile(file: string): Promise<{ readonly body: Buffer; readonly etag: string }> {
  const body = await readFile(new URL(file, FOLDER)).catch((cause: unknown) => {
    throw new Error(`dist/web/${file} is not there; npm run build makes it`, { cause });
  });
  return { body, etag: `"${createHash("sha256").update(body).digest("base64url")}"` };
}
