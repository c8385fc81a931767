import { expect } from "chai";
import { Router } from "express";
import { PATHS } from "../../server/domain/operations/paths.ts";
import { routeOf } from "../../server/http/gateway/mount.ts";
import { ENDPOINTS } from "../../server/http/control/resources.ts";
import { startTestSandbox } from "../support/sandbox.ts";

/**
 * What stands in no table, so that no generated test calls it as the wrong merchant and in the wrong role: it is open to all,
 * or a test of its own does that.
 */
const APART: readonly string[] = [
  // The table of the control API is behind the first; test/mcp/roles.test.ts calls all tools, roles.test.ts the metrics.
  ...["/_sandbox", "/mcp", "/metrics"],
  // Orchestrators have no token.
  ...["/healthz", "/readyz"],
  // Files, the same for everybody.
  ...["style.css", "portal.css", "field.css", "icon.svg", "field.js", "onward.js", "payment-page.js"].map(
    (name) => `/static/sandbox/${name}`,
  ),
  ...["/static/sandbox/portal/:script", "/static/checkout/checkout.min.js"],
  ...["/static/threeDS/1.2.0/three-ds.min.js", "/static/threeDS/1.3.0/three-ds.min.js"],
  ...["/checkout/version/:version/checkout.js", "/form/v3/hpf.js"],
  ...["session.js", "field", "issuers"].map((name) => `/form/version/:version/merchant/:merchantId/${name}`),
  // Payers' browsers: nobody logs in, and the id, or what is sent, cannot be guessed.
  ...["/browser-payment/:id", "/checkout/pay/:id", "/checkout/entry/:id", "/checkout/return/:id"],
  ...["/checkout/receipt/:id", "/checkout/show/:sessionId", "/callbackInterface/gateway/:id"],
  ...["/acs/:network/v1/prompt", "/acs/:network/v1/answer"],
  ...["/acs/:network/v2/method", "/acs/:network/v2/prompt", "/acs/:network/v2/challenge/:id"],
  // Card fields; test/flows/session-form.test.ts sends to the session of another merchant.
  ...["session", "session/:sessionId"].map((path) => `/form/version/:version/merchant/:merchantId/${path}`),
];

interface Routing {
  route: (this: unknown, path: unknown) => unknown;
  use: (this: unknown, ...given: unknown[]) => unknown;
}

/** Every path under which anything is put up, by whatever router. */
async function pathsPutUp(): Promise<ReadonlySet<string>> {
  const routing = (Router as unknown as { readonly prototype: Routing }).prototype;
  const { route, use } = routing;
  const paths = new Set<string>();
  const note = (path: unknown): void => {
    for (const one of [path].flat())
      if (typeof one === "string" || one instanceof RegExp) paths.add(String(one));
  };
  routing.route = function (path) {
    note(path);
    return route.call(this, path);
  };
  routing.use = function (...given) {
    note(given[0]);
    return use.apply(this, given);
  };
  try {
    const running = await startTestSandbox();
    // What is loaded when somebody asks for it.
    for (const path of ["/_sandbox/v1/health", "/metrics", "/"]) await fetch(running.sandbox.url + path);
    await running.stop();
  } finally {
    Object.assign(routing, { route, use });
  }
  return paths;
}

describe("the paths of the sandbox", () => {
  it("stand in the tables from which others are called as the wrong merchant and in the wrong role, or here", async () => {
    const inTables = new Set([...Object.values(PATHS).map(routeOf), ...ENDPOINTS.map(({ path }) => path)]);
    const putUp = await pathsPutUp();
    expect(
      [...inTables].filter((path) => !putUp.has(path)),
      "in a table and not put up",
    ).to.be.empty;
    expect([...putUp].filter((path) => !inTables.has(path))).to.have.members(APART);
  });
});
