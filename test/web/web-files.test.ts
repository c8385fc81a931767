import { readdir, readFile } from "node:fs/promises";
import { brotliCompressSync } from "node:zlib";
import { expect } from "chai";
import { transform } from "esbuild";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

/** As the build made them: npm test builds first. */
const DIST = new URL("../../dist/web/", import.meta.url);
const COMPRESSED_MAX = 30_000;

const FILES = [
  ["/static/checkout/checkout.min.js", "text/javascript; charset=utf-8"],
  ["/checkout/version/45/checkout.js", "text/javascript; charset=utf-8"],
  ["/checkout/version/100/checkout.js", "text/javascript; charset=utf-8"],
  ["/static/threeDS/1.2.0/three-ds.min.js", "text/javascript; charset=utf-8"],
  ["/static/threeDS/1.3.0/three-ds.min.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/onward.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/payment-page.js", "text/javascript; charset=utf-8"],
  ["/static/sandbox/style.css", "text/css; charset=utf-8"],
  ["/static/sandbox/portal.js", "text/javascript; charset=utf-8"],
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

  it("are small, and every script runs in browsers that know ES2017", async () => {
    const names = await readdir(DIST);
    expect(names).to.include("payment-page.js");
    for (const name of names) {
      const text = await readFile(new URL(name, DIST));
      expect(brotliCompressSync(text).length, name).to.be.below(COMPRESSED_MAX);
      if (!name.endsWith(".js")) continue;
      const code = text.toString();
      const lowered = await transform(code, { target: "es2017" });
      expect(lowered.code, name).to.equal((await transform(code)).code);
      expect(code, `${name} puts no name of its own into the page`).to.match(/^"use strict";\(\(\)=>\{/);
    }
  });
});
