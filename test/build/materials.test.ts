import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { billOf, bundledPackages, materialsIn, packagesOf } from "../../scripts/build/materials.ts";

const read = (path: string): Promise<string> => readFile(new URL(`../../${path}`, import.meta.url), "utf8");

interface Bill {
  readonly bomFormat: string;
  readonly specVersion: string;
  readonly components: readonly {
    readonly name: string;
    readonly purl: string;
    readonly licenses: readonly { readonly license: { readonly id: string } }[];
    readonly hashes?: readonly { readonly content: string }[];
  }[];
}

describe("the bill of materials", () => {
  it("takes what users get, wherever npm has put it, and what is bundled", () => {
    const packages = {
      "": { version: "1.0.0" },
      "node_modules/used": {
        version: "1.2.3",
        license: "MIT",
        integrity: `sha512-${Buffer.alloc(64, 1).toString("base64")}`,
      },
      "node_modules/@scope/used": { version: "2.0.0", license: "ISC" },
      "node_modules/used/node_modules/inner": { version: "0.1.0", license: "0BSD" },
      "node_modules/shown": { version: "3.0.0", license: "MIT", dev: true },
      "node_modules/tool": { version: "4.0.0", license: "MIT", dev: true },
    };
    const { components } = billOf(materialsIn(packages, ["shown"]), { name: "own", version: "1.0.0" });
    expect(components.map(({ purl }) => purl)).to.deep.equal([
      "pkg:npm/used@1.2.3",
      "pkg:npm/%40scope/used@2.0.0",
      "pkg:npm/inner@0.1.0",
      "pkg:npm/shown@3.0.0",
    ]);
    expect(components[0]).to.deep.include({ hashes: [{ alg: "SHA-512", content: "01".repeat(64) }] });
  });

  it("finds the packages of bundled files", () => {
    const files = [
      "node_modules/preact/dist/a.js",
      "web/portal/main.ts",
      "node_modules/a/node_modules/@b/c/d.js",
    ];
    expect(packagesOf(files)).to.deep.equal(["@b/c", "preact"]);
  });

  it("is in the build: every dependency, with its licence and digest, and the texts for what is bundled", async () => {
    const bill = JSON.parse(await read("dist/sbom.cdx.json")) as Bill;
    const { dependencies } = JSON.parse(await read("package.json")) as { readonly dependencies: object };
    const bundled = await bundledPackages();
    expect([bill.bomFormat, bill.specVersion]).to.deep.equal(["CycloneDX", "1.5"]);
    expect(bill.components.map(({ name }) => name)).to.include.members([
      ...Object.keys(dependencies),
      ...bundled,
    ]);
    expect(bundled).to.include("preact");
    expect(new Set(bill.components.map(({ purl }) => purl)).size).to.equal(bill.components.length);
    for (const { name, licenses, hashes } of bill.components) {
      expect(licenses[0]?.license.id, name).to.match(/^[\w.-]+$/);
      expect(hashes?.[0]?.content, name).to.match(/^[0-9a-f]{128}$/);
    }
    const licences = await read("dist/THIRD-PARTY.md");
    for (const name of bundled) expect(licences).to.contain(`### ${name} `);
    expect(licences).to.contain("Permission is hereby granted").and.contain("| ajv | ");
  });
});
