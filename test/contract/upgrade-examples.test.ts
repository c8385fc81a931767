import { expect } from "chai";
import { packageContracts, shadowOf } from "../../server/contract/contracts.ts";
import { readSchemaFolder } from "../../server/contract/schema/schema-folder.ts";
import { nodesAt } from "../../server/contract/schema/schema-tree.ts";
import type { Json } from "../../server/domain/json.ts";
import type { Mode } from "../../server/domain/record/finding.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import { SCHEMAS, productTree, requestFiles } from "./fixtures/schemas.ts";
import { UPGRADE_CASES } from "./upgrade-cases.ts";

describe("what the upgrade check names", () => {
  const contracts = packageContracts({ versions: "merged" });
  const pay = { operation: "PAY", from: 60, to: 100, mode: "strict" } as const;
  const compare = (body: Json, mode: Mode = "strict") =>
    contracts.compare({ ...pay, mode, body, text: JSON.stringify(body) });

  for (const { says, operation, from, to, body, differences } of UPGRADE_CASES) {
    it(`is, for ${operation} ${from} to ${to}, ${says}`, () => {
      const asked = { operation, from, to, mode: "strict", body, text: JSON.stringify(body) } as const;
      const found = contracts.compare(asked).differences;
      expect(
        found.map(({ kind, code, member, newName }) => [kind, code, member, ...(newName ? [newName] : [])]),
      ).to.deep.equal(differences);
    });
  }

  it("tells in sentences what is called what", () => {
    const sentences = UPGRADE_CASES.flatMap(({ operation, from, to, body }) => {
      const asked = { operation, from, to, mode: "strict", body, text: JSON.stringify(body) } as const;
      return contracts.compare(asked).differences.map(({ message }) => message);
    });
    expect(sentences).to.include.members([
      "shipping.firstName is not a member of PAY version 100; it is shipping.contact.firstName there.",
      "CREATE_CHECKOUT_SESSION is called INITIATE_CHECKOUT in version 63.",
      "sourceOfFunds.provided.card.storedOnFile is refused by PAY version 13, but accepted by version 60.",
      "3DSecure.veResEnrolled is missing; the contract requires Alpha as text of exactly 1 character. " +
        "The request has 3DSecure.enrollmentStatus, which may be its former name.",
    ]);
  });

  it("names the place in both contracts", () => {
    const [difference] = compare({ shipping: { firstName: "Ann" } }).differences;
    expect(difference).to.deep.include({
      from: { file: "groups/shipping.v48.json", pointer: "/properties/firstName" },
      to: { file: "groups/shipping.v100.json", pointer: "/additionalProperties" },
    });
  });

  it("names the object that has no such member where a contract does not know it", () => {
    const body = { apiOperation: "AUTHORIZE", "3DSecure": { xid: "x" } };
    const asked = { operation: "AUTHORIZE", from: 39, to: 48, mode: "strict" } as const;
    const { differences } = contracts.compare({ ...asked, body, text: JSON.stringify(body) });
    expect(differences.find(({ kind }) => kind === "required")).to.deep.include({
      from: { file: "groups/three-d-secure.v13.json", pointer: "/additionalProperties" },
      to: { file: "groups/three-d-secure.v48.json", pointer: "/required" },
    });
  });

  it("tells apart what stays fine and what stays refused", () => {
    const order = {
      amount: 7,
      currency: "USD",
      custom: { a: "1", b: "2" },
      item: [{ name: "A", quantity: "1", unitPrice: "1" }],
    };
    const { differences, fine, refused } = compare({ apiOperation: "PAY", order, session: {} });
    expect(differences).to.deep.equal([]);
    expect(refused()).to.deep.equal(["order.amount"]);
    expect(fine()).to.deep.equal([
      ...[
        "apiOperation",
        "order.currency",
        "order.custom.*",
        "order.custom.*",
        "order.item[n].name",
        "order.item[n].quantity",
        "order.item[n].unitPrice",
        "session",
      ],
    ]);
  });

  it("goes by the merchant's mode", () => {
    const body = {
      apiOperation: "PAY",
      order: { amount: 7, currency: "USD" },
      shipping: null,
      session: { id: [] },
    };
    expect(compare(body, "gateway").refused()).to.deep.equal(["sourceOfFunds"]);
    expect(compare(body, "strict").refused()).to.include.members(["order.amount", "shipping"]);
  });

  it("holds a masked member only against being known or required", () => {
    const masked = maskBody({
      apiOperation: "PAY",
      order: { amount: "1", currency: "USD" },
      sourceOfFunds: { provided: { card: { number: "5123450000000008", securityCode: "10", track2: "x" } } },
    });
    const card = (mask: boolean): readonly string[] => {
      const asked = { ...pay, body: masked, text: JSON.stringify(masked) };
      return contracts.compare(mask ? { ...asked, mask: maskBody } : asked).refused();
    };
    expect(card(false)).to.include("sourceOfFunds.provided.card.number");
    expect(card(true)).to.deep.equal([]);
  });

  it("is in a shadow what the comparison of the real body says", () => {
    const body = { apiOperation: "PAY", order: { amount: "1", currency: "USD" }, userId: "clerk" };
    const payload = { body, text: JSON.stringify(body) };
    const shadow = shadowOf(contracts, {
      operation: "PAY",
      version: 60,
      shadow: 100,
      mode: "strict",
      payload,
    });
    const { used, resolution, differences } = compare(body);
    expect(shadow).to.deep.equal({ version: 100, used, resolution, differences });
    expect(differences.map(({ member }) => member)).to.deep.equal(["userId"]);
  });

  it("counts versions together that have one contract", () => {
    const spans = contracts.spansOf("PAY").map(({ first, last, used }) => [first, last, used.length]);
    expect(spans).to.deep.equal([
      ...[
        [1, 13, 1],
        [14, 59, 2],
        [60, 60, 1],
        [61, 99, 2],
        [100, 100, 1],
      ],
    ]);
    const checkout = contracts.spansOf("INITIATE_CHECKOUT").map(({ last, used }) => [last, used[0]]);
    expect(checkout[0]).to.deep.equal([62, "requests/create-checkout-session.v13.json"]);
  });

  it("knows old and new names that contracts have", () => {
    const trees = requestFiles.map(productTree);
    const names = readSchemaFolder(SCHEMAS).renames.members.flatMap(({ from, to }) => [from, ...to]);
    const isKnown = (name: string) => trees.some((tree) => nodesAt(tree, name.split(".")).length > 0);
    expect(names.filter((name) => !isKnown(name))).to.deep.equal([]);
  });
});
