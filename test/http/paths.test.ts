import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { expectValidAnswer, unsortedIn } from "../support/answers.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const MERCHANTS = `
merchants:
  - { id: STRICT, passwords: [sandbox] }
  - { id: GATEWAY, passwords: [sandbox], mode: gateway }
  - { id: OBSERVE, passwords: [sandbox], mode: observe }
`;
const ROOT = "/api/rest/version/100/merchant/STRICT";

type Method = "get" | "put" | "post" | "delete" | "patch" | "options" | "head";

describe("paths", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    const file = join(tmpdir(), `merchants-of-paths-${process.pid}.yaml`);
    await writeFile(file, MERCHANTS);
    running = await startTestSandbox({ SANDBOX_MERCHANTS: file });
    client = clientOf(running.sandbox.url, "STRICT");
  });
  after(() => running.stop());

  const call = (method: Method, path: string, merchant = "STRICT"): request.Test =>
    request(running.sandbox.url)[method](path).auth(`merchant.${merchant}`, "sandbox");

  const faultOf = (response: Response): readonly unknown[] => {
    expectValidAnswer(response.body, "error", 100);
    const { error } = response.body as { readonly error: Readonly<Record<string, string>> };
    return [response.status, error["field"], error["validationType"], error["explanation"]];
  };

  const unknown = [
    "/",
    "/api",
    "/api/rest/version/100",
    "/api/rest/version/100/merchant/STRICT",
    `${ROOT}/order`,
    `${ROOT}/order/`,
    `${ROOT}/order/1/`,
    `${ROOT}/order/1/checkout`,
    `${ROOT}/order/1/transaction`,
    `${ROOT}/order/1/transaction/1/`,
    `${ROOT}/order/1/transaction/1/more`,
    `${ROOT}//order/1`,
    `${ROOT}/order//transaction/1`,
    `${ROOT}/ORDER/1`,
    "/API/rest/version/100/merchant/STRICT/order/1",
    `${ROOT}/session/1/2`,
    `${ROOT}/balanceinquiry`,
    "/healthz/",
  ];
  for (const path of unknown) {
    it(`answers ${path} with 404, and says what is expected`, async () => {
      const [status, , , explanation] = faultOf(await call("get", path));
      expect(status).to.equal(404);
      expect(explanation).to.match(/^Unknown path\. Expected \/api\/rest\/version\/\{version\}/);
    });
  }

  const methods: readonly (readonly [string, string, readonly Method[]])[] = [
    ["order/1", "GET, HEAD", ["put", "post", "delete", "patch", "options"]],
    ["order/1/transaction/1", "GET, HEAD, PUT", ["post", "delete", "patch", "options"]],
    ["balanceInquiry", "PUT", ["get", "head", "post", "delete"]],
    ["paymentOptionsInquiry", "GET, HEAD, POST", ["put", "delete"]],
    ["riskassessment/1", "PUT", ["get", "post"]],
    ["session", "POST", ["get", "put"]],
    ["session/1", "GET, HEAD, PUT", ["post", "delete", "patch"]],
    ["token", "POST", ["get", "put", "delete"]],
    ["token/1", "DELETE, GET, HEAD, PUT", ["post", "patch"]],
    ["../../information", "GET, HEAD", ["put", "post"]],
  ];
  for (const [path, allowed, refused] of methods) {
    for (const method of refused) {
      it(`answers ${method.toUpperCase()} ${path} with 405 and allows ${allowed}`, async () => {
        const response = await call(method, new URL(`${ROOT}/${path}`, "http://localhost").pathname);
        expect([response.status, response.get("Allow")]).to.deep.equal([405, allowed]);
        expect(response.get("X-Sandbox-Exchange")).to.match(/^[0-9a-f-]{36}$/);
        if (method !== "head") expectValidAnswer(response.body, "error", 100);
      });
    }
  }

  it("answers HEAD as GET without a body", async () => {
    await client.put({ order: "order-head", transaction: "1", body: pay() });
    const response = await call("head", `${ROOT}/order/order-head`);
    expect([response.status, response.text, response.get("Content-Type")]).to.deep.equal([
      200,
      undefined,
      "application/json;charset=UTF-8",
    ]);
  });

  for (const segment of ["%zz", "%", "%E0%A4%A", "%C0%AF", "a%2"]) {
    it(`answers an id that is encoded as ${segment} with 400`, async () => {
      for (const path of [`${ROOT}/order/${segment}`, `${ROOT}/order/1/transaction/${segment}`]) {
        const response = await call("put", path);
        expect(faultOf(response)).to.deep.equal([
          400,
          undefined,
          undefined,
          "The path contains a percent-encoding that cannot be decoded",
        ]);
        expect((await client.why(response)).answer.status).to.equal(400);
      }
    });
  }

  for (const version of [
    "0",
    "101",
    "abc",
    "007",
    "1.0",
    "-1",
    "+1",
    "1e1",
    "%20100",
    "９",
    "latest",
    "1000000000",
  ]) {
    it(`refuses the version ${version}`, async () => {
      const paths = ["merchant/STRICT/order/1", "merchant/STRICT/order/1/transaction/1"];
      // Information takes `latest`, and of a version to come it is an unknown path.
      const isOther = ["101", "1000000000", "latest"].includes(version);
      for (const path of isOther ? paths : [...paths, "information"]) {
        const response = await call("get", `/api/rest/version/${encodeURI(decodeURI(version))}/${path}`);
        const [status, field, type, explanation] = faultOf(response);
        expect([status, field, type]).to.deep.equal([400, "version", "INVALID"]);
        expect(explanation).to.contain("The version is a whole number from 1 to 100");
      }
    });
  }

  for (const merchant of ["GATEWAY", "OBSERVE"]) {
    it(`takes the version latest in mode ${merchant.toLowerCase()}, as 100`, async () => {
      const path = `/api/rest/version/latest/merchant/${merchant}/order/1/transaction/1`;
      const response = await call("put", path, merchant).send(pay());
      expect(response.status).to.equal(201);
      expect(response.body).to.include({ version: "100" });
    });
  }

  it("answers with sorted members and the gateway's content type, whatever the answer is", async () => {
    const order = `${ROOT}/order/order-sorted`;
    const answers = [
      await call("put", `${order}/transaction/1`).send(pay()),
      await call("put", `${order}/transaction/1`).send(pay()),
      await call("put", `${order}/transaction/2`).send({}),
      await call("get", order),
      await call("get", `${order}/transaction/1`),
      await call("get", `${order}/nothing`),
      await call("delete", order),
      await request(running.sandbox.url).get(order),
      await call("get", "/api/rest/version/100/merchant/OBSERVE/order/1"),
      await call("get", "/api/rest/version/100/information"),
    ];
    expect(answers.map(({ status }) => status)).to.deep.equal([
      201, 200, 400, 200, 200, 404, 405, 401, 403, 200,
    ]);
    for (const response of answers) {
      expect(response.get("Content-Type")).to.equal("application/json;charset=UTF-8");
      expect(unsortedIn(response.body, "$")).to.deep.equal([]);
      const exchange = await client.why(response);
      expect([exchange.answer.status, exchange.answer.body]).to.deep.equal([response.status, response.body]);
    }
  });
});
