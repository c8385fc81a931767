import { readdir, readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { expect } from "chai";
import { transform } from "esbuild";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

/** As the build made them: npm test builds first. */
const DIST = new URL("../../dist/web/", import.meta.url);
const PORTAL = new URL("portal/", DIST);
const COMPRESSED_MAX = 30_000;
const PORTAL_MAX = 120_000;
const isOfPages = (name: string): boolean => !/^(chart|editor)-/.test(name);

const FILES = [
  ["/static/checkout/checkout.min.js", "text/javascript; charset=utf-8"],
  ["/checkout/version/45/checkout.js", "text/javascript; charset=utf-8"],
  ["/checkout/version/100/checkout.js", "text/javascript; charset=utf-8"],
  ["/static/threeDS/1.2.0/three-ds.min.js", "text/javascript; charset=utf-8"],
  ["/static/threeDS/1.3.0/three-ds.min.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/onward.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/payment-page.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/style.css", "text/css; charset=utf-8"],
  ["/static/sandbox/portal/main.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/portal.css", "text/css; charset=utf-8"],
  ["/static/sandbox/icon.svg", "image/svg+xml; charset=utf-8"],
] as const;

describe("files for browsers", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  for (const [path, type] of FILES) {
    it(`are there for pages of any origin, and are asked for anew every time: ${path}`, async () => {
      const sent = await request(running.sandbox.url).get(path);
      expect([sent.status, sent.get("Content-Type")]).to.deep.equal([200, type]);
      expect(sent.get("Access-Control-Allow-Origin")).to.equal("*");
      expect(sent.get("Cross-Origin-Resource-Policy")).to.equal("cross-origin");
      expect([sent.get("X-Content-Type-Options"), sent.get("Cache-Control")]).to.deep.equal([
        "nosniff",
        "no-cache",
      ]);
      const again = await request(running.sandbox.url)
        .get(path)
        .set("If-None-Match", sent.get("ETag") ?? "");
      expect([again.status, again.text]).to.deep.equal([304, ""]);
    });
  }

  it("are small for payers, and every script runs in browsers that know ES2017", async () => {
    const names = (await readdir(DIST, { withFileTypes: true })).filter((entry) => entry.isFile());
    expect(names.map(({ name }) => name)).to.include("payment-page.js");
    for (const { name } of names) {
      const text = await readFile(new URL(name, DIST));
      expect(brotliCompressSync(text).length, name).to.be.below(COMPRESSED_MAX);
      if (!name.endsWith(".js")) continue;
      const code = text.toString();
      const lowered = await transform(code, { target: "es2017" });
      expect(lowered.code, name).to.equal((await transform(code)).code);
      expect(code, `${name} puts no name of its own into the page`).to.match(/^"use strict";\(\(\)=>\{/);
    }
  });

  it("are small for readers of the portal: all of its pages, without the editor and the charts", async () => {
    const names = await readdir(PORTAL);
    expect(names).to.include("main.js");
    const texts = await Promise.all(names.filter(isOfPages).map((name) => readFile(new URL(name, PORTAL))));
    const sizes = texts.map((text) => brotliCompressSync(text).length);
    expect(sizes.reduce((sum, size) => sum + size, 0)).to.be.below(PORTAL_MAX);
  });

  it("are not there under names that the build has not made", async () => {
    for (const name of ["nothing.js", "..%2fstyle.css", "__proto__"]) {
      const sent = await request(running.sandbox.url).get(`/static/sandbox/portal/${name}`);
      expect(sent.status, name).to.equal(404);
    }
  });
});
