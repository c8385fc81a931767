import { expect } from "chai";
import { Router } from "express";
import { putUpGateway } from "../../server/http/gateway/gateway-routes.ts";
import { isInVersion } from "../../server/domain/operations/index.ts";
import { TRANSACTION_OPERATIONS } from "../../server/domain/request/operation.ts";
import { isObject } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { GATEWAY_OPERATIONS } from "../../server/http/openapi/gateway-operations.ts";
import { requestName } from "../../server/http/openapi/gateway-schemas.ts";
import { documentOf, lintProblems, objectAt, schemasOf } from "./documents.ts";
import { mountedOn, PARTS } from "./mounted.ts";

/** Of contracts of their own, between them, below and above all, and where the shape of answers changes. */
const LINTED = [1, 13, 18, 30, 47, 51, 60, 62, 75, 100];

const TRANSACTION = "/merchant/{merchantId}/order/{orderId}/transaction/{transactionId}";

function refsIn(value: Json | undefined): readonly string[] {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(refsIn);
  if (!isObject(value)) return [];
  const { $ref } = value;
  return [...(typeof $ref === "string" ? [$ref] : []), ...Object.values(value).flatMap(refsIn)];
}

const membersIn = (value: Json | undefined): readonly string[] => {
  if (Array.isArray(value)) return (value as readonly Json[]).flatMap(membersIn);
  return isObject(value) ? [...Object.keys(value), ...Object.values(value).flatMap(membersIn)] : [];
};

const transactBody = (version: number): JsonObject => {
  const put = objectAt(objectAt(objectAt(documentOf(version), "paths"), TRANSACTION), "put");
  return objectAt(objectAt(objectAt(put, "requestBody"), "content"), "application/json");
};

describe("the gateway's OpenAPI document", () => {
  for (const version of LINTED) {
    it(`has nothing that a public linter minds, in version ${version}`, async () => {
      expect(await lintProblems(documentOf(version))).to.deep.equal([]);
    });
  }

  it("has every path and method that is mounted, and no other", () => {
    // What browsers ask before a call is no operation.
    const routes = Router();
    putUpGateway(routes, PARTS);
    const calls = mountedOn(routes).filter((route) => !route.startsWith("options "));
    const mounted = calls.map((route) =>
      route.replace("/api/rest/version/:version", "").replace(/:(\w+)/g, "{$1}"),
    );
    const described = GATEWAY_OPERATIONS.map(({ method, path }) => `${method} ${path}`);
    expect(described).to.have.members(mounted);
    const { paths } = documentOf(100);
    const inDocument = Object.entries(paths as Readonly<Record<string, JsonObject>>).flatMap(([path, item]) =>
      Object.keys(item)
        .filter((method) => method !== "parameters")
        .map((method) => `${method} ${path}`),
    );
    expect(inDocument).to.have.members(mounted);
  });

  it("tells the operations of a transaction apart by apiOperation", () => {
    for (const version of LINTED) {
      const { oneOf, discriminator } = objectAt(transactBody(version), "schema");
      const operations = TRANSACTION_OPERATIONS.filter((operation) => isInVersion(operation, version));
      const refs = operations.map((operation) => `#/components/schemas/${requestName(operation)}`);
      expect(oneOf).to.deep.equal(refs.map(($ref) => ({ $ref })));
      expect(discriminator).to.deep.equal({
        propertyName: "apiOperation",
        mapping: Object.fromEntries(operations.map((operation, index) => [operation, refs[index]])),
      });
      for (const operation of operations) {
        const { required, properties } = objectAt(schemasOf(documentOf(version)), requestName(operation));
        expect(required).to.include("apiOperation");
        expect((properties as JsonObject)["apiOperation"]).to.include({ const: operation });
      }
    }
  });

  it("begins a checkout by the operation of the version", () => {
    expect(schemasOf(documentOf(62))).to.include.keys("CreateCheckoutSessionRequest");
    expect(schemasOf(documentOf(62))).not.to.include.keys("InitiateCheckoutRequest");
    expect(schemasOf(documentOf(63))).to.include.keys("InitiateCheckoutRequest");
    expect(schemasOf(documentOf(63))).not.to.include.keys("CreateCheckoutSessionRequest");
  });

  it("refers to nothing outside itself, leaves no schema unused, and names no schema twice in other letters", () => {
    for (const version of LINTED) {
      const document = documentOf(version);
      const names = Object.keys(schemasOf(document));
      const used = new Set(refsIn(document));
      const members = membersIn(document);
      expect([...used].filter((ref) => !ref.startsWith("#/components/"))).to.deep.equal([]);
      expect(names.filter((name) => !used.has(`#/components/schemas/${name}`))).to.deep.equal([]);
      expect(names.filter((name) => !/^[A-Z][0-9A-Za-z]*$/.test(name))).to.deep.equal([]);
      expect(new Set(names.map((name) => name.toLowerCase())).size).to.equal(names.length);
      const ofFiles = ["$id", "$schema", "$comment", "$defs", "x-origin"];
      expect(ofFiles.filter((member) => members.includes(member))).to.deep.equal([]);
    }
  });

  it("asks for one of two members without anyOf, from which generators of clients make useless types", () => {
    const hasBoth = (value: Json | undefined): boolean => {
      if (Array.isArray(value)) return (value as readonly Json[]).some(hasBoth);
      if (!isObject(value)) return false;
      return (
        (value["anyOf"] !== undefined && value["properties"] !== undefined) ||
        Object.values(value).some(hasBoth)
      );
    };
    expect(LINTED.filter((version) => hasBoth(schemasOf(documentOf(version))))).to.deep.equal([]);
    const { if: first, else: other } = objectAt(schemasOf(documentOf(100)), "PayRequest");
    expect(first).to.deep.equal({ properties: { sourceOfFunds: {} }, required: ["sourceOfFunds"] });
    expect(other).to.deep.equal({ properties: { session: {} }, required: ["session"] });
  });

  it("shares groups: those of a payment have their plain names in version 100", () => {
    const names = [
      "Airline",
      "Billing",
      "Device",
      "Order",
      "Shipping",
      "SourceOfFundsPayment",
      "WalletProvider",
    ];
    expect(schemasOf(documentOf(100))).to.include.keys(names);
    const { properties } = objectAt(schemasOf(documentOf(100)), "PayRequest");
    expect((properties as JsonObject)["airline"]).to.deep.equal({ $ref: "#/components/schemas/Airline" });
  });

  it("says by which contract a request is taken", () => {
    const saysOf = (version: number): unknown =>
      objectAt(schemasOf(documentOf(version)), "PayRequest")["description"];
    expect(saysOf(60)).to.equal(
      "What PAY takes, by schemas/requests/pay.v60.json: the contract of this version.",
    );
    expect(saysOf(30)).to.match(
      /pay\.v13\.json and schemas\/requests\/pay\.v60\.json: merged from the contracts/,
    );
    expect(saysOf(1)).to.match(/pay\.v13\.json: the lowest version that has a contract/);
  });
});
