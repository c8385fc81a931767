import { expect } from "chai";
import request from "supertest";
import { controlRoutes } from "../../server/http/control/routes.ts";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { controlDocument } from "../../server/http/openapi/control-document.ts";
import { capture, pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { lintProblems, validatorOf } from "./documents.ts";
import { mountedOn, PARTS } from "./mounted.ts";

const document = controlDocument(CONTROL_DESCRIPTION);
const fits = validatorOf(document);

describe("the control API's OpenAPI document", () => {
  let running: TestSandbox;
  let [exchange, notification] = ["", ""];
  before(async () => {
    running = await startTestSandbox({
      SANDBOX_SHADOW: "61",
      SANDBOX_NOTIFICATIONS: "on",
      // Nobody listens there.
      SANDBOX_NOTIFICATION_URL: "http://127.0.0.1:1/",
      SANDBOX_NOTIFICATION_RETRIES: "none",
    });
    const client = clientOf(running.sandbox.url, "TESTCONTROL");
    const paid = await client.put({ order: "1", transaction: "1", body: pay() });
    const [queued] = (await client.why(paid)).notifications ?? [];
    notification = queued?.id ?? "";
    const refused = await client.put({ order: "1", transaction: "2", body: capture() });
    exchange = refused.get("X-Sandbox-Exchange") ?? "";
  });
  after(() => running.stop());

  it("has nothing that a public linter minds", async () => {
    expect(await lintProblems(document)).to.deep.equal([]);
  });

  it("has every path and method that is mounted, and no other", () => {
    const described = CONTROL_DESCRIPTION.operations.map(({ method, path }) => `${method} ${path}`);
    expect(described).to.have.members(mountedOn(controlRoutes(PARTS)));
  });

  it("explains each parameter of a path, and has no schema, tag or parameter that nothing uses", () => {
    const { operations, parameters, schemas, tags } = CONTROL_DESCRIPTION;
    const inPaths = new Set(
      operations.flatMap(({ path }) => [...path.matchAll(/:(\w+)/g)].map(([, it]) => it)),
    );
    expect(Object.keys(parameters)).to.have.members([...inPaths]);
    expect(Object.keys(tags)).to.have.members([...new Set(operations.map(({ tag }) => tag))]);
    const text = JSON.stringify(document);
    const isUsed = (name: string): boolean => text.includes(`"#/components/schemas/${name}"`);
    expect(Object.keys(schemas).filter((name) => !isUsed(name))).to.deep.equal([]);
  });

  it("gives every operation an id of its own", () => {
    const ids = [...JSON.stringify(document).matchAll(/"operationId":"(\w+)"/g)].map(([, id]) => id);
    expect(ids).to.have.length(CONTROL_DESCRIPTION.operations.length);
    expect(new Set(ids).size).to.equal(ids.length);
    expect(ids).to.include.members(["getExchangesById", "putMerchantsByMerchantIdClock"]);
  });

  const MERCHANT = "/v1/merchants/TESTCONTROL";
  const answered: readonly (readonly [method: "get" | "post" | "put", path: string, body?: JsonObject])[] = [
    ["get", "/v1/health"],
    ["get", "/v1/about"],
    ["post", "/v1/login", { token: "any" }],
    ["get", "/v1/traffic"],
    ["get", "/v1/merchants"],
    ["get", `${MERCHANT}/orders`],
    ["get", `${MERCHANT}/orders/1`],
    ["get", `${MERCHANT}/transactions`],
    ["get", `${MERCHANT}/test-cards`],
    ["get", "/v1/exchanges"],
    ["get", "/v1/exchanges?limit=1"],
    ["get", "/v1/exchanges/{exchange}"],
    ["post", "/v1/exchanges/wait", { merchant: "TESTCONTROL", count: 2 }],
    ["get", `${MERCHANT}/exchanges`],
    ["get", `${MERCHANT}/clock`],
    ["put", `${MERCHANT}/clock`, { advance: "P8D" }],
    ["put", `${MERCHANT}/clock`, { mode: "frozen", at: "2031-01-01T00:00:00Z" }],
    ["put", `${MERCHANT}/clock`, { mode: "real" }],
    ["get", "/v1/holds"],
    ["get", `${MERCHANT}/holds`],
    ["get", "/v1/coverage"],
    ["get", `${MERCHANT}/coverage`],
    ["get", "/v1/scenarios"],
    ["post", "/v1/scenarios/reload"],
    ["get", `${MERCHANT}/scenarios`],
    ["put", `${MERCHANT}/scenarios`, { scenarios: ["default"] }],
    ["post", `${MERCHANT}/arm`, { rule: { outcome: "DECLINED" }, ttl: "PT5M" }],
    ["get", `${MERCHANT}/armed`],
    ["post", `${MERCHANT}/explain`, { path: "/api/rest/version/100/merchant/TESTCONTROL/order/1" }],
    ["post", `${MERCHANT}/notifications/wait`, { order: "1", state: "failed", count: 1, timeoutMs: 5_000 }],
    ["get", `${MERCHANT}/notifications?order=1`],
    ["get", `${MERCHANT}/notifications/{notification}`],
    ["post", `${MERCHANT}/notifications/{notification}/resend`],
    ["post", `${MERCHANT}/reset`, { only: ["armed"] }],
    ["get", "/schemas/scenario.json"],
    ["get", "/openapi/control.json"],
  ];
  for (const [method, path, body] of answered) {
    it(`describes what ${method.toUpperCase()} ${path} takes and answers${body ? ` for ${JSON.stringify(body)}` : ""}`, async () => {
      const call = request(running.sandbox.url)[method](
        `/_sandbox${path.replace("{exchange}", exchange).replace("{notification}", notification)}`,
      );
      const response = await (body === undefined ? call : call.send(body));
      const { body: taken, answers } = operationOf(method, path);
      expect(answers, response.text).to.include.keys(String(response.status));
      const schema = answers[response.status] ?? "";
      const value = JSON.parse(response.text) as Json;
      expect(fits(`#/components/schemas/${schema}`, value), response.text).to.equal(true);
      if (body) expect(fits(`#/components/schemas/${taken?.name ?? ""}`, body)).to.equal(true);
    });
  }

  it("describes every member of an exchange", async () => {
    const response = await request(running.sandbox.url).get("/_sandbox/v1/exchanges");
    const { exchanges } = response.body as { exchanges: readonly JsonObject[] };
    const members = exchanges.flatMap((it) => Object.keys(it));
    expect(members).to.include.members([
      "shadow",
      "abandoned",
      "moment",
      "notifications",
      "refusal",
      "transition",
    ]);
    const { Exchange: described } = CONTROL_DESCRIPTION.schemas;
    expect(described?.["properties"]).to.include.all.keys(members);
  });

  it("describes how a mistake is answered", async () => {
    const response = await request(running.sandbox.url).get("/_sandbox/v1/exchanges/none");
    expect(response.status).to.equal(404);
    expect(fits("#/components/schemas/Problem", response.body as Json)).to.equal(true);
    expect(fits("#/components/schemas/Problem", {})).to.equal(false);
    expect(operationOf("get", "/v1/exchanges/none").problems).to.include.keys("404");
  });
});

function operationOf(method: string, path: string): (typeof CONTROL_DESCRIPTION.operations)[number] {
  const bare = path.replace(/\?.*/, "");
  const found = CONTROL_DESCRIPTION.operations.find((operation) => {
    const pattern = new RegExp(`^${operation.path.replace(/:\w+/g, "[^/]+")}$`);
    return operation.method === method && pattern.test(bare);
  });
  if (found === undefined) throw new Error(`${method} ${path} is not described`);
  return found;
}
