import { readFileSync } from "node:fs";
import { expect } from "chai";
import { movesBetween } from "../../server/contract/judge/moves.ts";
import type { Move } from "../../server/contract/judge/moves.ts";
import { packageContracts } from "../../server/contract/contracts.ts";
import { memberOf } from "../../server/contract/schema/schema-node.ts";
import type { SchemaNode } from "../../server/contract/schema/schema-node.ts";
import { isObject, textAt, valueAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import type { Mode } from "../../server/domain/record/finding.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { initiate, initiate18 } from "../browser/browser-requests.ts";
import { authorize, withValue, withValues } from "../support/requests.ts";
import { leastOf, requiredOf } from "./fixtures/least-values.ts";
import { neighbouringFiles, productTree, schemaFiles, SCHEMAS } from "./fixtures/schemas.ts";
import type { Renames } from "../../server/contract/schema/renames.ts";

const contracts = packageContracts({ versions: "merged" });
const renames = JSON.parse(readFileSync(new URL("renames.json", SCHEMAS), "utf8")) as Renames;

/** What the contract of a version has against a body: the code and the field of each violation. */
const faultsIn = (body: JsonObject, version: number, mode: Mode = "strict"): readonly string[] =>
  contracts
    .judge({
      operation: body["apiOperation"] as Operation,
      version,
      mode,
      body,
      text: JSON.stringify(body),
    })
    .findings.filter(({ severity }) => severity === "violation")
    .map(({ code, field }) => `${code} ${field}`);

const OLD = "browserPayment.providerA.operation";
const NEW = "browserPayment.operation";

describe("a member that moved between two contracts", () => {
  for (const version of [19, 33, 34, 45, 60]) {
    it(`may stand at either place in version ${version}: the operation of a browser payment`, () => {
      expect(faultsIn(initiate18(), version), "in the provider's group").to.deep.equal([]);
      expect(faultsIn(initiate(), version), "beside the group").to.deep.equal([]);
      expect(faultsIn(initiate({ [OLD]: "PAY" }), version), "at both, alike").to.deep.equal([]);
    });

    it(`has to stand at one of the places in version ${version}, and to say the same at both`, () => {
      expect(faultsIn(initiate({ [NEW]: undefined }), version)).to.deep.equal([`missing ${NEW}`]);
      expect(faultsIn(initiate({ [OLD]: "AUTHORIZE" }), version)).to.deep.equal([`contradiction ${NEW}`]);
    });
  }

  it("stays where it was in the versions that have a contract of their own", () => {
    expect(faultsIn(initiate(), 18)).to.include(`unknown ${NEW}`);
    expect(faultsIn(initiate18(), 61)).to.include(`unknown ${OLD}`);
  });

  it("may stand at its new place in mode gateway, which knows later members, and must not contradict itself", () => {
    expect(faultsIn(initiate(), 18, "gateway")).to.deep.equal([]);
    expect(faultsIn(initiate({ [OLD]: "AUTHORIZE" }), 18, "gateway")).to.deep.equal([`contradiction ${NEW}`]);
  });

  it("is told with both places, and the value that contradicts", () => {
    const body = initiate({ [OLD]: "AUTHORIZE" });
    const question = { operation: "INITIATE_BROWSER_PAYMENT", version: 45, mode: "strict", body } as const;
    const { refusal, findings } = contracts.judge({ ...question, text: JSON.stringify(body) });
    expect(refusal?.explanation).to.equal(
      `Value 'PAY' is invalid. It contradicts '${OLD}', which is the same member in another version`,
    );
    expect(findings.map(({ message }) => message)).to.deep.equal([
      `${NEW} is "PAY"; the contract requires the same as in ${OLD}.`,
    ]);
  });

  it("says the same in other words: how an enrolment is written", () => {
    const body = (values: JsonObject): JsonObject => ({ ...authorize(), "3DSecure": values });
    expect(faultsIn(body({ enrollmentStatus: "ENROLLED" }), 44)).to.deep.equal([]);
    expect(faultsIn(body({ veResEnrolled: "Y" }), 44)).to.deep.equal([]);
    expect(faultsIn(body({ enrollmentStatus: "ENROLLED", veResEnrolled: "Y" }), 44)).to.deep.equal([]);
    expect(faultsIn(body({ enrollmentStatus: "ENROLLED", veResEnrolled: "N" }), 44)).to.deep.equal([
      "contradiction 3DSecure.veResEnrolled",
    ]);
    expect(faultsIn(body({ acsEci: "05" }), 44)).to.deep.equal(["missing 3DSecure.veResEnrolled"]);
  });

  it("says the same as a number and as a text, and is compared member by member", () => {
    const refund = { apiOperation: "REFUND", transaction: { amount: "9.00", currency: "USD" } };
    const shipping = (now: Json): JsonObject =>
      withValues(refund, {
        "order.shippingAndHandlingTaxAmount": 1.5,
        "transaction.shippingAndHandlingTaxAmount": now,
      });
    const clash = "contradiction transaction.shippingAndHandlingTaxAmount";
    const [same, other] = typeOfRefundTax() === "number" ? [1.5, 1.6] : ["1.50", "1.60"];
    expect(faultsIn(shipping(same), 60)).to.deep.equal([]);
    expect(faultsIn(shipping(other), 60)).to.deep.equal([clash]);
    const tax = (amount: string): JsonObject =>
      withValues(refund, {
        "order.tax": [{ amount: "1.00", type: "VAT" }],
        "transaction.tax": [{ amount, type: "VAT" }],
      });
    expect(faultsIn(tax("1.00"), 60)).to.deep.equal([]);
    expect(faultsIn(tax("2.00"), 60)).to.deep.equal(["contradiction transaction.tax"]);
  });

  const pairs = neighbouringFiles().flatMap(([lower, higher]) =>
    movesBetween(productTree(lower), productTree(higher), renames).map((move) => ({ lower, higher, move })),
  );

  it("is one of many", () => {
    expect(pairs.length).to.be.above(30);
  });

  for (const { lower, higher, move } of pairs) {
    const [from, to] = [move.from.join("."), move.to.join(".")];
    it(`satisfies what lies between ${lower} and ${higher} at either place: ${from}, ${to}`, () => {
      const { "x-operation": operation = "", "x-version": below = 0 } = schemaFiles.get(lower) ?? {};
      const version = below + 1;
      const minimal = OPERATION_DEFINITIONS[operation as Operation].example(version);
      for (const [path, tree] of [
        [move.from, productTree(lower)],
        [move.to, productTree(higher)],
      ] as const) {
        const body = withMember(minimal, path, tree);
        expect(valueAt(body, path.join("."))).to.not.equal(undefined);
        expect(faultsIn({ ...body, apiOperation: operation }, version), path.join(".")).to.deep.equal([]);
      }
      const both = withBoth(minimal, move, [productTree(lower), productTree(higher)]);
      const [faults, place] = [
        faultsIn({ ...both, apiOperation: operation }, version),
        `contradiction ${to}`,
      ];
      const canDiffer = nodeAt(productTree(higher), move.to).enum?.length !== 1;
      expect(faults.some((fault) => fault.startsWith(place))).to.equal(move.isSame && canDiffer);
      expect(faults.filter((fault) => !fault.startsWith(place))).to.deep.equal([]);
    });
  }
});

function typeOfRefundTax(): string | undefined {
  return valueAt(
    productTree("requests/refund.v100.json") as unknown as Json,
    [...["properties.transaction.properties", "shippingAndHandlingTaxAmount.type"]].join("."),
  ) as string | undefined;
}

/** The body with a member at the path, and with what the groups on the way to it require. */
function withMember(body: JsonObject, path: Move["to"], tree: SchemaNode, choice = 0): JsonObject {
  return path.reduce<JsonObject>((made, _, index) => {
    const place = path.slice(0, index + 1);
    const node = nodeAt(tree, place);
    const isLast = index === path.length - 1;
    if (!isLast && isObject(valueAt(made, place.join(".")))) return filled(made, place, node);
    return withValue(made, place.join("."), isLast ? leastOf(node, choice) : requiredOf(node, 0));
  }, body);
}

/** What stands at the place already, and all that the contract requires there. */
function filled(body: JsonObject, place: Move["to"], node: SchemaNode): JsonObject {
  const there = valueAt(body, place.join("."));
  return withValue(body, place.join("."), { ...requiredOf(node, 0), ...(there as JsonObject) });
}

/** The old place says one thing, the new one another. */
function withBoth(
  body: JsonObject,
  { from, to, values }: Move,
  [lower, higher]: readonly [SchemaNode, SchemaNode],
): JsonObject {
  const old = withMember(body, from, lower);
  if (values === undefined) return withMember(old, to, higher, 1);
  const told = values[textAt(old, from.join(".")) ?? ""];
  const other = Object.values(values).find((value) => value !== told) ?? told;
  return withValue(withMember(old, to, higher), to.join("."), other);
}

function nodeAt(tree: SchemaNode, path: Move["to"]): SchemaNode {
  return path.reduce<SchemaNode>((node, name) => memberOf(node, name) ?? {}, tree);
}
