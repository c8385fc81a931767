import { rmSync } from "node:fs";
import { expect } from "chai";
import fc from "fast-check";
import { packageContracts } from "../../server/contract/contracts.ts";
import type { Json } from "../../server/domain/json.ts";
import { OPERATIONS } from "../../server/domain/request/operation.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { readSchemaFolder } from "../../server/contract/schema/schema-folder.ts";
import { isChoiceOfMembers, memberOf, shapeOf } from "../../server/contract/schema/schema-node.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { newAjv } from "../../server/contract/judge/validator.ts";
import { bodiesOf } from "./fixtures/bodies.ts";
import { request, writeSchemas } from "./fixtures/schema-folder.ts";
import { contracts as limits } from "./limits/contracts.ts";
import { SCHEMAS, fitting, productTree, requestFiles, schemaFiles } from "./fixtures/schemas.ts";

/** Versions of operations that tables/contracts.yaml does not have, as the specification lists no members of theirs. */
const BEYOND: Partial<Record<Operation, readonly number[]>> = {
  // Version 100 knows it as INITIATE_CHECKOUT.
  CREATE_CHECKOUT_SESSION: [13],
  CREATE_OR_UPDATE_TOKEN: [13, 100],
  CREATE_SESSION: [13, 100],
  CREATE_TOKEN: [13, 100],
  UPDATE_SESSION: [100],
};

interface Place {
  readonly path: string;
  readonly node: SchemaNode;
}

/** Every node of a tree, with the path of the member it belongs to. */
function nodesOf(node: SchemaNode, path = ""): readonly Place[] {
  const members = Object.entries(node.properties ?? {}).flatMap(([name, member]) =>
    nodesOf(member, `${path}.${name}`),
  );
  const items = node.items ? nodesOf(node.items, `${path}[]`) : [];
  return [{ path, node }, ...members, ...items];
}

describe("the contracts of the product", () => {
  const contracts = packageContracts({ versions: "merged" });

  for (const operation of OPERATIONS) {
    it(`know ${operation} in the versions that limits/tables/contracts.yaml has, and in no others`, () => {
      const listed = limits.filter((one) => one.operation === operation).map(({ version }) => version);
      const versions = [...listed, ...(BEYOND[operation] ?? [])];
      expect(versions, "a contract of each operation").to.not.deep.equal([]);
      expect(contracts.versionsOf(operation)).to.deep.equal(versions.sort((one, other) => one - other));
    });
  }

  it("are made of scalars.json, groups/ and requests/, whatever else is beside them", () => {
    const folder = writeSchemas({ "other.json": [], "requests/void.v50.json": request("VOID", 50, {}) });
    expect([...readSchemaFolder(folder).files.keys()]).to.deep.equal(["requests/void.v50.json"]);
    rmSync(folder, { recursive: true });
  });

  it("compile in strict mode, file by file, with every reference resolved", () => {
    const ajv = newAjv();
    for (const schema of schemaFiles.values()) ajv.addSchema(schema);
    for (const [file, { $id }] of schemaFiles) {
      expect($id).to.equal(`https://gateway-sandbox.example/schemas/${file}`);
      if (file !== "scalars.json") expect(ajv.getSchema($id ?? ""), file).to.be.a("function");
    }
  });

  it("are what the draft of JSON Schema says", () => {
    const ajv = newAjv();
    for (const [file, schema] of schemaFiles) {
      const { type, ...mistaken } = schema;
      expect(ajv.validateSchema(schema), file).to.equal(true);
      expect(ajv.validateSchema({ ...mistaken, type: `${type ?? ""}s` }), file).to.equal(false);
    }
  });

  it("know what public names stand for", () => {
    const { values, members } = readSchemaFolder(SCHEMAS).aliases;
    const trees = requestFiles.map(productTree);
    for (const { path, neutral } of values) {
      const known = trees.flatMap((tree) => nodeAt(tree, path)?.enum ?? []);
      expect(known, path).to.include(neutral);
    }
    for (const { parent, neutral } of members) {
      const isKnown = trees.some((tree) => nodeAt(tree, `${parent}.${neutral}`) !== undefined);
      expect(isKnown, `${parent}.${neutral}`).to.equal(true);
    }
  });

  it("explain a long list of values in whole words and within the length of error.explanation", () => {
    const body = { apiOperation: "PAY", airline: { documentType: "LUGGAGE" } };
    const { findings } = contracts.judge({
      operation: "PAY",
      version: 100,
      mode: "strict",
      body,
      text: JSON.stringify(body),
    });
    const explanation = findings.find(({ code }) => code === "enumeration")?.explanation ?? "";
    expect(explanation).to.match(
      /^Value 'LUGGAGE' is invalid\. Must be one of 'ADDITIONAL_COLLECTION', .*', …$/,
    );
    expect(explanation.length).to.be.within(800, 1000);
  });

  it("compile as trees", () => {
    contracts.compileAll();
  });

  for (const file of requestFiles) {
    const { "x-operation": operation = "", "x-version": version = 0 } = schemaFiles.get(file) ?? {};

    it(`are well formed in ${file}`, () => {
      const tree = productTree(file);
      expect(file).to.equal(`requests/${operation.toLowerCase().replaceAll("_", "-")}.v${version}.json`);
      expect(OPERATIONS).to.include(operation);
      for (const { path, node } of nodesOf(tree)) {
        expect(node.type, `${path} has a type`).to.be.a("string");
        if (node.type === "object")
          expect(node.additionalProperties, `${path} is closed`).to.not.equal(undefined);
        if (node.type === "array") expect(node.items, `${path} has elements`).to.not.equal(undefined);
        expect(unsourced(node), `${path} has members without x-source`).to.deep.equal([]);
        for (const name of namedBy(node))
          expect(memberOf(node, name), `${path}.${name} is required`).to.not.equal(undefined);
      }
    });

    it(`say the same as ${file} when it is read with its references`, () => {
      const ajv = newAjv();
      for (const schema of schemaFiles.values()) ajv.addSchema(schema);
      const byReference = ajv.getSchema(`https://gateway-sandbox.example/schemas/${file}`);
      const tree = productTree(file);
      const fits = fitting(tree);
      fc.assert(
        fc.property(bodiesOf(tree), fc.jsonValue(), fc.nat(), (body, other, place) => {
          expect(fits(body), "a body made for the contract").to.equal(true);
          expect(byReference?.(body)).to.equal(true);
          const changed = withOneChange(body, other, place);
          expect(fits(changed)).to.equal(byReference?.(changed));
        }),
        { numRuns: 25 },
      );
    });
  }
});

function nodeAt(tree: SchemaNode, path: string): SchemaNode | undefined {
  return path.split(".").reduce<SchemaNode | undefined>((node, name) => node && memberOf(node, name), tree);
}

/** Members without x-source of their own; the engine would give them their group's. */
function unsourced(node: SchemaNode): readonly string[] {
  const members = Object.entries(node.properties ?? {});
  return members
    .filter(([, member]) => !(member["x-origin"] ?? []).some(({ keywords }) => keywords.includes("x-source")))
    .map(([name]) => name);
}

/** The members that the object requires, alone or as a choice. */
function namedBy(node: SchemaNode): readonly string[] {
  const choices = isChoiceOfMembers(node) && shapeOf(node) === "object" ? (node.anyOf ?? []) : [];
  return [node, ...choices].flatMap(({ required }) => required ?? []);
}

/** The body with the value at one of its places replaced. */
function withOneChange(body: Json, other: Json, place: number): Json {
  const places = placesOf(body);
  const target = places[place % places.length] ?? "";
  const visit = (value: Json, at: string): Json => {
    if (at === target) return other;
    if (Array.isArray(value)) return value.map((element: Json, index) => visit(element, `${at}/${index}`));
    if (typeof value !== "object" || value === null) return value;
    const members = Object.entries(value as Readonly<Record<string, Json>>);
    return Object.fromEntries(members.map(([name, member]) => [name, visit(member, `${at}/${name}`)]));
  };
  return visit(body, "");
}

function placesOf(value: Json, at = ""): readonly string[] {
  if (typeof value !== "object" || value === null) return [at];
  const members = Object.entries(value as Readonly<Record<string, Json>>);
  return [at, ...members.flatMap(([name, member]) => placesOf(member, `${at}/${name}`))];
}
