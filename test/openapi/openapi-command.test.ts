import { expect } from "chai";
import { openApiCommand, openApiText } from "../../server/cli/openapi.ts";
import type { OpenApiWish } from "../../server/cli/openapi.ts";
import { UsageError } from "../../server/cli/usage-error.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import { documentOf } from "./documents.ts";

const wishOf = (flags: Readonly<Record<string, string>>): OpenApiWish =>
  openApiCommand.read(new Map(Object.entries(flags).map(([name, value]) => [name, [value]]))).wish;

describe("gateway-sandbox openapi", () => {
  it("prints the document that the sandbox serves, with the URL at which it answers", () => {
    const { servers, ...printed } = JSON.parse(openApiText(wishOf({ version: "60" }))) as JsonObject;
    const { servers: relative, ...served } = documentOf(60);
    expect(printed).to.deep.equal(served);
    expect(relative).to.have.nested.property("[0].url", "/api/rest/version/60");
    expect(servers).to.have.nested.property("[0].url", "http://127.0.0.1:8620/api/rest/version/60");
  });

  const versions: Readonly<Record<string, number>> = { "1": 1, "100": 100, v60: 60, latest: 100 };
  for (const [given, version] of Object.entries(versions)) {
    it(`takes --version ${given}`, () => {
      expect(wishOf({ version: given })).to.deep.equal({ version, origin: "http://127.0.0.1:8620" });
    });
  }

  it("means the newest version when none is named, and another place by --url", () => {
    const wish = { version: 100, origin: "https://pay.staging.example:8443" };
    expect(wishOf({ url: "https://pay.staging.example:8443/" })).to.deep.equal(wish);
  });

  for (const version of ["0", "101", "01", "-1", "1.5", "newest", ""]) {
    it(`refuses --version '${version}'`, () => {
      expect(() => wishOf({ version })).to.throw(UsageError, `'${version}' is no version`);
    });
  }

  for (const url of [
    "sandbox",
    "ftp://sandbox/",
    "http://sandbox/path",
    "http://sandbox/?a",
    "http://a:b@sandbox/",
  ]) {
    it(`refuses --url ${url}`, () => {
      expect(() => wishOf({ url })).to.throw(UsageError, "is no URL like");
    });
  }
});
