import { setImmediate as turn } from "node:timers/promises";
import { expect } from "chai";
import request from "supertest";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { isInVersion } from "../../server/domain/operations/index.ts";
import { OPERATIONS } from "../../server/domain/request/operation.ts";
import { createDocumentTexts } from "../../server/http/control/documents.ts";
import { controlDocument } from "../../server/http/openapi/control-document.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { documentOf } from "./documents.ts";

const TOKEN = "a-token-of-the-control-api";

describe("the texts of the OpenAPI documents", () => {
  it("are made once and kept, each with what it is", async () => {
    const textOf = createDocumentTexts(controlDocument(CONTROL_DESCRIPTION));
    for (const name of ["control", "v45", "v100"])
      expect(await textOf(name))
        .to.equal(await textOf(name))
        .and.not.equal(undefined);
    expect(await textOf("latest"))
      .to.equal(await textOf("v100"))
      .and.not.equal(await textOf("v45"));
    expect(textOf("v101")).to.equal(undefined);
  });
});

describe("a text of an OpenAPI document that could not be made", () => {
  it("is made when it is asked for again", async () => {
    const whole = { openapi: "3.1.0" };
    let times = 0;
    const toJSON = (): object => {
      times += 1;
      if (times === 1) throw new Error("out of memory");
      return whole;
    };
    const textOf = createDocumentTexts(Object.assign({}, { toJSON }) as unknown as JsonObject);
    expect(await textOf("control")?.catch(String)).to.equal("Error: out of memory");
    expect(String(await textOf("control"))).to.equal(JSON.stringify(whole));
    await textOf("control");
    expect(times).to.equal(2);
  });
});

describe("making the text of an OpenAPI document", () => {
  it("leaves turns to payments: one for each operation at least", async () => {
    let turns = 0;
    const state = { isOver: false };
    const made = createDocumentTexts({})("v77")?.finally(() => {
      state.isOver = true;
    });
    while (!state.isOver) {
      await turn();
      turns += 1;
    }
    expect(await made).to.be.an.instanceOf(Buffer);
    expect(turns).to.be.greaterThan(OPERATIONS.filter((operation) => isInVersion(operation, 77)).length);
  });
});

describe("the OpenAPI documents over HTTP", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_CONTROL_TOKEN: TOKEN });
  });
  after(() => running.stop());

  const get = (path: string): request.Test =>
    request(running.sandbox.url).get(`/_sandbox${path}`).set("Authorization", `Bearer ${TOKEN}`);

  for (const [name, version] of [
    ["v1", 1],
    ["v60", 60],
    ["v100", 100],
    ["latest", 100],
  ] as const) {
    it(`gives the gateway's of version ${version} as ${name}.json`, async () => {
      const response = await get(`/openapi/${name}.json`);
      expect(response.status).to.equal(200);
      expect(response.get("Content-Type")).to.match(/^application\/json/);
      expect(response.body).to.deep.equal(documentOf(version));
      expect(response.body).to.have.nested.property("servers[0].url", `/api/rest/version/${version}`);
    });
  }

  it("gives the control API's as control.json", async () => {
    const response = await get("/openapi/control.json");
    expect(response.body).to.have.nested.property("info.title", "Control API of gateway-sandbox");
  });

  for (const name of [
    ...["v0.json", "v101.json", "v01.json", "60.json", "v60", "v60.yaml", "latest", "v.json", "x.json"],
    ...["vlatest.json", "v1e1.json", "constructor.json", "%2e%2e%2fscenario.json"],
  ]) {
    it(`has no ${name}`, async () => {
      const response = await get(`/openapi/${name}`);
      expect(response.status).to.equal(404);
      expect(response.body).to.include({ title: "No such document", status: 404 });
    });
  }

  it("leads people from /docs to the portal, which shows the same documents", async () => {
    const response = await get("/docs");
    expect([response.status, response.get("Location")]).to.deep.equal([303, "/_sandbox/#/docs"]);
  });
});
