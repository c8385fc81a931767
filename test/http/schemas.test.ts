import { readFileSync } from "node:fs";
import { expect } from "chai";
import request from "supertest";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

type Schema = Readonly<Record<string, unknown>>;

const schemaOf = (file: string): Schema =>
  JSON.parse(readFileSync(new URL(`../../schemas/${file}`, import.meta.url), "utf8")) as Schema;

const isSchema = (value: unknown): value is Schema =>
  typeof value === "object" && value !== null && !Array.isArray(value);

/** Every member that a file can have, by its place in the schema. */
function membersOf(schema: unknown, place = ""): readonly (readonly [string, Schema])[] {
  if (Array.isArray(schema)) return schema.flatMap((it, index) => membersOf(it, `${place}/${index}`));
  if (!isSchema(schema)) return [];
  const properties = isSchema(schema["properties"]) ? schema["properties"] : {};
  const own = Object.entries(properties).flatMap(([name, it]) =>
    isSchema(it) ? [[`${place}/${name}`, it] as const] : [],
  );
  return [...own, ...Object.entries(schema).flatMap(([name, it]) => membersOf(it, `${place}/${name}`))];
}

describe("the schemas for editors", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox({ SANDBOX_CONTROL_TOKEN: "let-me-in-by-this" });
  });
  after(() => running.stop());

  for (const file of ["scenario.json", "merchants.json"]) {
    it(`are given without a token, ${file} as the package has it`, async () => {
      const response = await request(running.sandbox.url).get(`/_sandbox/schemas/${file}`).buffer(true);
      expect(response.status).to.equal(200);
      expect(response.get("Content-Type")).to.match(/^application\/schema\+json/);
      expect(JSON.parse(response.text)).to.deep.equal(schemaOf(file));
    });

    it(`have a hover text for every member of ${file}`, () => {
      const members = membersOf(schemaOf(file));
      expect(members.length).to.be.above(20);
      const silent = members.filter(([, it]) => it["title"] === undefined && it["description"] === undefined);
      expect(silent.map(([place]) => place)).to.deep.equal([]);
    });
  }

  it("are these two, and nothing else of the folder", async () => {
    for (const path of ["scalars.json", "requests/pay.v100.json", "..%2fpackage.json", ""]) {
      const response = await request(running.sandbox.url).get(`/_sandbox/schemas/${path}`);
      expect(response.status, path).to.equal(401);
    }
  });
});
