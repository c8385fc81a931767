import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type {
  ContractDifferencesView,
  ContractFieldsView,
  ContractsView,
  UpgradeView,
} from "../../server/http/control/verdict/contract-views.ts";
import { isInVersion } from "../../server/domain/operations/index.ts";
import { OPERATIONS, VERSION_MAX, VERSION_MIN } from "../../server/domain/request/operation.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import type { FoundMembersView } from "../../server/http/control/verdict/member-search.ts";
import { capture, pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

describe("the contracts of the control API", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const ask = (path: string): Promise<Response> =>
    request(running.sandbox.url).get(`/_sandbox/v1/contracts${path}`).then();
  const get = async <T>(path: string): Promise<T> => (await ask(path)).body as T;
  const fieldsOf = (path: string): Promise<ContractFieldsView> => get(path);
  const namesOf = async (path: string): Promise<readonly string[]> =>
    (await fieldsOf(path)).fields.map(({ field }) => field);

  it("lists every operation with its contracts by version", async () => {
    const { contracts } = await get<ContractsView>("");
    const voids = contracts.find(({ operation }) => operation === "VOID");
    expect(voids?.spans.map(({ first, last, used }) => [first, last, used.length])).to.deep.equal([
      [1, 35, 1],
      [36, 43, 2],
      [44, 44, 1],
      [45, 99, 2],
      [100, 100, 1],
    ]);
  });

  it("finds members of requests in every version, those together that are known in the same ones", async () => {
    const search = (query: string): Promise<Response> =>
      request(running.sandbox.url).get(`/_sandbox/v1/contract-members?${query}`).then();
    const { count, members } = (await search("search=order.AMOUNT")).body as FoundMembersView;
    expect(count).to.equal(members.length);
    const spanOf = (operation: string) =>
      members.filter((it) => it.operations.includes(operation)).map(({ first, last }) => [first, last]);
    expect(spanOf("PAY")).to.deep.equal([[1, 100]]);
    expect(spanOf("CREATE_CHECKOUT_SESSION")).to.deep.equal([[1, 62]]);
    expect(spanOf("INITIATE_CHECKOUT")).to.deep.equal([[63, 100]]);
    expect((await search("search=amount%20order&limit=1")).body)
      .to.have.property("count")
      .that.is.above(1);
    expect((await search("search=a")).status).to.equal(400);
  });

  it("has every operation in the first version or in the last one, where the portal looks for them", () => {
    const isSearched = (it: Operation): boolean =>
      isInVersion(it, VERSION_MIN) || isInVersion(it, VERSION_MAX);
    expect(OPERATIONS.filter((it) => !isSearched(it))).to.deep.equal([]);
  });

  it("tells of each member what is asked of it, and who says so", async () => {
    const { fields, used, resolution } = await fieldsOf("/VOID/versions/100");
    expect([used, resolution]).to.deep.equal([["requests/void.v100.json"], "own"]);
    const target = fields.find(({ field }) => field === "transaction.targetTransactionId");
    expect(target).to.deep.include({
      ...{ isRequired: true, types: ["string"], expected: "text of 1 to 40 characters" },
      ...{ limits: { minLength: 1, maxLength: 40 }, source: "interface", section: "2.6" },
      place: {
        file: "requests/void.v100.json",
        pointer: "/properties/transaction/properties/targetTransactionId",
      },
    });
    expect(fields).to.containSubset([
      { field: "apiOperation", values: ["VOID"] },
      { field: "order.custom", types: ["map"], limits: { maxProperties: 50 } },
      { field: "order.custom.*", isRequired: false },
      { field: "transaction.resubmission", types: ["boolean"], source: "assumed" },
    ]);
  });

  it("names elements of lists, and the choices that a group leaves", async () => {
    expect(await namesOf("/PAY/versions/60?search=order.item[n].name")).to.deep.equal(["order.item[n].name"]);
    const { fields } = await fieldsOf("/PAY/versions/100?limit=1000");
    expect(fields.flatMap(({ field, oneOf }) => (oneOf ? [field] : []))).to.not.deep.equal([]);
  });

  it("searches them, by name and by who says so, and gives them page by page", async () => {
    const all = await fieldsOf("/PAY/versions/100?limit=1000");
    const assumed = await fieldsOf("/PAY/versions/100?source=assumed&limit=1000");
    expect(all.count).to.equal(all.fields.length);
    expect(assumed.fields).to.deep.equal(all.fields.filter(({ source }) => source === "assumed"));
    const first = await fieldsOf("/PAY/versions/100?limit=3&search=SHIPPING");
    const second = await fieldsOf(`/PAY/versions/100?limit=3&search=SHIPPING&after=${first.next ?? ""}`);
    expect([...first.fields, ...second.fields].map(({ field }) => field)).to.deep.equal(
      (await namesOf("/PAY/versions/100?limit=6&search=shipping")).slice(0, 6),
    );
    const last = await fieldsOf("/PAY/versions/100?search=shipping&limit=1000");
    expect(last).to.not.have.property("next");
    expect((await ask("/PAY/versions/100?after=not.there")).status).to.equal(400);
  });

  it("tells what a version adds, drops, renames and changes", async () => {
    const { differences } = await get<ContractDifferencesView>("/PAY/differences?from=60&to=100");
    expect(differences).to.containSubset([
      { kind: "renamed", field: "shipping.lastName", newName: "shipping.contact.lastName" },
      { kind: "removed", field: "posTerminal.entryMode" },
      { kind: "added", field: "posTerminal.lane" },
      { kind: "changed", field: "customer.phone" },
    ]);
    const back = await get<ContractDifferencesView>("/PAY/differences?from=100&to=60");
    expect(back.differences).to.containSubset([
      { kind: "renamed", field: "authentication.3ds.acsEci", newName: "3DSecure.acsEci" },
      { kind: "added", field: "posTerminal.entryMode" },
    ]);
    for (const { kind, from, to } of differences) {
      expect(from === undefined, kind).to.equal(kind === "added");
      expect(to === undefined, kind).to.equal(kind === "removed");
    }
  });

  it("finds no difference between versions with one contract", async () => {
    expect((await get<ContractDifferencesView>("/VOID/differences?from=1&to=35")).differences).to.deep.equal(
      [],
    );
  });

  const refused: Readonly<Record<string, readonly [status: number, title: string]>> = {
    "/PAYY/versions/100": [404, "No such operation"],
    "/PAYY/differences": [404, "No such operation"],
    "/PAY/versions/101": [404, "No such version"],
    "/PAY/versions/x": [404, "No such version"],
    "/PAY/versions/100?source=guess": [400, "Invalid source"],
    "/PAY/differences?to=101": [400, "Invalid to"],
  };
  for (const [path, [status, title]] of Object.entries(refused))
    it(`refuses ${path}`, async () => {
      const answer = await ask(path);
      expect([answer.status, (answer.body as { title: string }).title]).to.deep.equal([status, title]);
    });

  it("checks the live journal against another version", async () => {
    const client = clientOf(running.sandbox.url, "TESTUPGRADE");
    const body = withValue(pay("5.00"), "shipping", { lastName: "Shopper" });
    const sent = await client.put({ order: "1", transaction: "1", body, version: 60 });
    await client.put({ order: "1", transaction: "2", body: capture("1.00"), version: 60 });
    const answer = await request(running.sandbox.url).get(
      "/_sandbox/v1/merchants/TESTUPGRADE/upgrade-check?to=100",
    );
    const { operations, skipped } = answer.body as UpgradeView;
    expect(
      operations.map(({ operation, requests, breaking }) => [operation, requests, breaking]),
    ).to.deep.equal([
      ["PAY", 1, 1],
      ["CAPTURE", 1, 0],
    ]);
    expect(operations[0]?.differences).to.containSubset([
      {
        ...{ kind: "renamed", member: "shipping.lastName", newName: "shipping.contact.lastName", count: 1 },
        exchanges: [sent.get("X-Sandbox-Exchange")],
      },
    ]);
    expect(skipped).to.deep.equal({ "refused-before": 0, "without-contract": 0 });
  });
});
