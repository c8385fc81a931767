import { gzipSync } from "node:zlib";
import { MODES } from "../../server/domain/record/finding.ts";
import { merchantOf } from "../../test/corpus/sandbox.ts";
import { authorize, pay } from "../../test/support/requests.ts";
import { callerOf, transactionPath } from "./caller.ts";
import type { MerchantCall } from "./caller.ts";
import type { Draft } from "./drawing.ts";

const basic = (text: string): string => `Basic ${Buffer.from(text).toString("base64")}`;

const GOOD = JSON.stringify(pay());

/** Bodies that are no JSON object, or JSON of which clients think differently. */
const BODIES: readonly string[] = [
  ...["", " ", "{", "}", "[]", "null", "1", '"text"', "{}", '{"apiOperation"}', '{"apiOperation":"PAY",}'],
  ...["{'apiOperation':'PAY'}", `${GOOD}x`, `\ufeff${GOOD}`, GOOD.replace('"100.00"', "100.00")],
  ...[
    GOOD.replace('"100.00"', "1e2"),
    GOOD.replace('"100.00"', "1.0e400"),
    GOOD.replace("100.00", "\\u0031\\u0030"),
  ],
  ...[GOOD.replace("{", '{"apiOperation":"VERIFY",'), GOOD.replace("{", '{"__proto__":{"a":1},')],
  ...[GOOD.replace("USD", "U\u0000D"), GOOD.replace("PAY", "pay"), GOOD.replace("PAY", "PAYY")],
  ...[
    `${"[".repeat(300)}${"]".repeat(300)}`,
    "apiOperation=PAY&order.amount=1",
    '{"order":{"amount":"1","amount":"2"}}',
  ],
];

/** Calls that no path, method or merchant is there for. */
const ODD: readonly MerchantCall[] = [
  ...(["GET", "POST", "DELETE", "PATCH", "OPTIONS"] as const).map((method) => ({
    ...{ method, path: transactionPath("odd", "1") },
    ...(method === "POST" && { body: GOOD }),
  })),
  ...(["PUT", "POST", "DELETE"] as const).map((method) => ({ method, path: "order/odd" })),
  ...["session", "token", "balanceInquiry", "riskassessment/1", "session/none", "token/none"].flatMap(
    (path) => (["GET", "PATCH", "DELETE"] as const).map((method) => ({ method, path })),
  ),
  ...["order", "order/", "order/odd/", "orders/odd", "order/odd/transaction", "order/odd/transaction/"].map(
    (path) => ({
      ...{ method: "GET" as const, path },
    }),
  ),
  { path: "order/odd//transaction/1", body: GOOD },
  { path: transactionPath("odd%2Fid", "1%2F2"), body: GOOD },
  { path: transactionPath("%E2%82%AC%20order", "%25"), body: GOOD },
  { path: transactionPath("%zz", "1"), body: GOOD },
  { path: transactionPath("x".repeat(41), "1"), body: GOOD },
  { path: transactionPath("x".repeat(40), "x".repeat(41)), body: GOOD },
  { path: transactionPath("5123450000000008", "1"), body: GOOD },
  { path: `${transactionPath("odd-query", "1")}?a=1`, body: GOOD },
  { path: `${transactionPath("odd-slash", "1")}/`, body: GOOD },
  { path: transactionPath("odd-type", "1"), body: GOOD, headers: { "content-type": "text/plain" } },
  {
    path: transactionPath("odd-form", "1"),
    body: GOOD,
    headers: { "content-type": "application/x-www-form-urlencoded" },
  },
  {
    path: transactionPath("odd-charset", "1"),
    body: GOOD,
    headers: { "content-type": "application/json; charset=utf-16" },
  },
  { path: transactionPath("odd-encoding", "1"), body: GOOD, headers: { "content-encoding": "gzip" } },
  { path: transactionPath("odd-encoding", "2"), body: GOOD, headers: { "content-encoding": "zip" } },
  { path: transactionPath("odd-large", "1"), body: `{"a":"${"x".repeat(1_048_576)}"}` },
];

const CREDENTIALS: readonly (readonly [name: string, header: string | undefined])[] = [
  ["none", undefined],
  ["empty", ""],
  ["of another kind", "Bearer abc"],
  ["no Base64", "Basic ???"],
  ["a wrong password", basic("merchant.PLAIN:wrong")],
  ["another merchant", basic("merchant.CHARGING:sandbox")],
  ["an unknown merchant", basic("merchant.NOBODY:sandbox")],
  ["without the prefix", basic("PLAIN:sandbox")],
  ["without the word", Buffer.from("merchant.PLAIN:sandbox").toString("base64")],
];

const PREFERENCES = [
  "scenario=declines",
  "scenario=none",
  'scenario="default"; a=b',
  "respond-async",
  "wait=1, scenario=corpus",
];

const PATHS = [
  ...[
    "/",
    "/api",
    "/api/rest",
    "/api/rest/version/100",
    "/api/rest/version/100/information",
    "/healthz",
    "/none",
  ],
];

const setting = "merged" as const;

const bodies = (): readonly Draft[] =>
  MODES.flatMap((mode) =>
    BODIES.map((body, index): Draft => {
      const path = transactionPath(`body-${index}`, "1");
      return {
        name: `bodies, ${mode}, ${index}`,
        setting: index % 5 === 4 ? "exact" : "merged",
        act: (url) => callerOf(url, merchantOf("PLAIN", mode))({ path, body }),
      };
    }),
  );

const oddCalls = (): readonly Draft[] =>
  MODES.flatMap((mode) =>
    ODD.map((call, index): Draft => ({
      name: `odd calls, ${mode}, ${index}`,
      setting,
      act: (url) => callerOf(url, merchantOf("PLAIN", mode))(call),
    })),
  );

const compressed: Draft = {
  name: "a body that came compressed",
  setting,
  act: (url) =>
    fetch(`${url}/api/rest/version/100/merchant/PLAIN/order/zipped/transaction/1`, {
      method: "PUT",
      headers: {
        authorization: basic("merchant.PLAIN:sandbox"),
        "content-type": "application/json",
        "content-encoding": "gzip",
      },
      body: gzipSync(GOOD),
    }),
};

const credentials = (): readonly Draft[] =>
  CREDENTIALS.map(([name, authorization], index): Draft => ({
    name: `credentials: ${name}`,
    setting,
    act: async (url) => {
      const headers = authorization === undefined ? {} : { authorization };
      for (const merchant of index % 2 === 0 ? ["PLAIN", "PLAIN-gateway"] : ["PLAIN"]) {
        const path = `${url}/api/rest/version/61/merchant/${merchant}/order/secret-${index}`;
        await (await fetch(path, { headers })).text();
        await (await fetch(`${path}/transaction/1`, { method: "PUT", headers, body: GOOD })).text();
      }
    },
  }));

const preferences = (): readonly Draft[] =>
  PREFERENCES.flatMap((prefer, index) =>
    ["PREFERRING", "PLAIN"].map((merchant): Draft => ({
      name: `preferences, ${merchant}: ${prefer}`,
      setting,
      act: (url) => {
        const path = transactionPath(`preferred-${index}`, "1");
        return callerOf(url, merchant)({ path, body: authorize("10.05"), headers: { prefer } });
      },
    })),
  );

const paths = (): readonly Draft[] =>
  PATHS.map((path): Draft => ({
    name: `paths: ${path}`,
    setting,
    act: async (url) => (await fetch(url + path)).text(),
  }));

/** What goes wrong before anybody looks at a payment. */
export const callDrafts = (): readonly Draft[] => [
  ...[...bodies(), ...oddCalls(), compressed],
  ...[...credentials(), ...preferences(), ...paths()],
];
