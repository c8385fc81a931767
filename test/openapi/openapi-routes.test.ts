import { expect } from "chai";
import request from "supertest";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import { createDocumentTexts } from "../../server/http/control/documents.ts";
import { controlDocument } from "../../server/http/openapi/control-document.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";
import { documentOf } from "./documents.ts";

const TOKEN = "a-token-of-the-control-api";

describe("the texts of the OpenAPI documents", () => {
  it("are made once and kept, each with what it is", () => {
    const textOf = createDocumentTexts(controlDocument(CONTROL_DESCRIPTION));
    for (const name of ["control", "v45", "v100"])
      expect(textOf(name)).to.equal(textOf(name)).and.not.equal(undefined);
    expect(textOf("latest")).to.equal(textOf("v100")).and.not.equal(textOf("v45"));
    expect(textOf("v101")).to.equal(undefined);
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

  it("shows the control API to people on one page, without a script and without anything from elsewhere", async () => {
    const response = await get("/docs");
    expect(response.status).to.equal(200);
    expect(response.get("Content-Type")).to.match(/^text\/html/);
    expect(response.get("Content-Security-Policy")).to.match(/^default-src 'none'; style-src 'sha256-/);
    const { text } = response;
    expect(text).not.to.match(/<script|<link|<img|<iframe|https?:|url\(|@import|\son\w+=/i);
    for (const { method, path, summary } of CONTROL_DESCRIPTION.operations) {
      expect(text).to.include(`<code>${method.toUpperCase()} ${path.replace(/:(\w+)/g, "{$1}")}</code>`);
      expect(text).to.include(summary.replaceAll("'", "&#39;"));
    }
  });

  it("has on that page whatever it links to, and every id once", async () => {
    const { text } = await get("/docs");
    const ids = [...text.matchAll(/ id="([^"]+)"/g)].map(([, id]) => id);
    expect(new Set(ids).size).to.equal(ids.length);
    const targets = [...text.matchAll(/ href="([^"]+)"/g)].map(([, target = ""]) => target);
    expect(targets.filter((it) => it.startsWith("#") && !ids.includes(it.slice(1)))).to.deep.equal([]);
    const files = [...new Set(targets.filter((it) => !it.startsWith("#")))];
    expect(files).to.have.members(["openapi/control.json", "openapi/latest.json"]);
    const statuses = await Promise.all(files.map(async (file) => (await get(`/${file}`)).status));
    expect(statuses).to.deep.equal([200, 200]);
  });
});
