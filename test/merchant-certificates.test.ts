import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { expect } from "chai";
import { loadMerchants } from "../server/sandbox/merchant-file.ts";

const PRINT = "AB".repeat(32);

describe("certificates in the merchant file", () => {
  let folder: string;
  before(async () => {
    folder = await mkdtemp(join(tmpdir(), "sandbox-merchants-"));
  });
  after(() => rm(folder, { recursive: true }));

  const load = async (...certificates: readonly string[]): Promise<ReturnType<typeof loadMerchants>> => {
    const file = join(folder, "merchants.yaml");
    const lines = certificates.map(
      (list, index) => `- { id: M${index}, passwords: [x], certificates: ${list} }`,
    );
    await writeFile(file, `merchants:\n${lines.join("\n")}\n`);
    return loadMerchants(file, "strict");
  };

  it("are named by fingerprint or by subject", async () => {
    const [merchant] = await load(`[{ fingerprint: "${PRINT}" }, { subject: "cn = Shop, O=A\\\\, B" }]`);
    expect(merchant?.certificates).to.deep.equal([
      { fingerprint: "AB:".repeat(32).slice(0, -1) },
      {
        subject: [
          ["CN", "Shop"],
          ["O", "A, B"],
        ],
      },
    ]);
  });

  const refused: readonly (readonly [name: string, lists: readonly string[], says: string])[] = [
    [
      "a short fingerprint",
      ['[{ fingerprint: "AB:CD" }]'],
      "expected a SHA-256 fingerprint: 64 hexadecimal digits",
    ],
    [
      "a subject with a part of no type",
      ['[{ subject: "CN=A, garbage" }]'],
      "expected a subject such as CN=SHOP_EU",
    ],
    ["an empty subject", ['[{ subject: "" }]'], "expected a subject such as CN=SHOP_EU"],
    ["neither", ["[{}]"], 'a certificate needs a "fingerprint" or a "subject"'],
    [
      "both",
      [`[{ fingerprint: "${PRINT}", subject: "CN=A" }]`],
      'either "fingerprint" or "subject", not both',
    ],
    ["a word of another kind", ['[{ serial: "1" }]'], 'unknown key "serial"'],
    [
      "one fingerprint for two",
      [`[{ fingerprint: "${PRINT}" }]`, `[{ fingerprint: "${PRINT.toLowerCase()}" }]`],
      "appears twice",
    ],
    [
      "one subject for two",
      ['[{ subject: "CN=A,O=B" }]', '[{ subject: "O=B, CN=A" }]'],
      "the certificate CN=A,O=B appears twice",
    ],
  ];
  for (const [name, lists, says] of refused) {
    it(`are refused: ${name}`, async () => {
      const error = await load(...lists).catch((thrown: unknown) => thrown);
      expect(String(error)).to.contain(says);
    });
  }
});
