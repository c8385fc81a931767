import { expect } from "chai";
import request from "supertest";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { CONTROL_DESCRIPTION } from "../../server/http/control/resources.ts";
import { controlDocument } from "../../server/http/openapi/control-document.ts";
import type { ContractCoverage } from "../../server/verdict/coverage/contract-coverage.ts";
import { validatorOf } from "../openapi/documents.ts";
import { declinedPay } from "../operations/situations.ts";
import { authorize, capture, pay, refund } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const fits = validatorOf(controlDocument(CONTROL_DESCRIPTION));

describe("the contract coverage of a merchant", () => {
  let running: TestSandbox;
  let client: Client;
  let count = 0;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());
  beforeEach(() => {
    count += 1;
    client = clientOf(running.sandbox.url, merchant());
  });

  const merchant = (): string => `TESTCOVER${count}`;
  const ask = (path: string) => request(running.sandbox.url).get(`/_sandbox${path}`);
  const get = async (path: string): Promise<ContractCoverage> => {
    const response = await ask(path);
    expect(response.status, response.text).to.equal(200);
    const value = JSON.parse(response.text) as Json;
    expect(fits("#/components/schemas/ContractCoverage", value), response.text).to.equal(true);
    return response.body as ContractCoverage;
  };
  const coverage = (query = ""): Promise<ContractCoverage> =>
    get(`/v1/merchants/${merchant()}/contract-coverage${query}`);
  const send = (transaction: string, body: JsonObject, version = 100) =>
    client.put({ order: "1", transaction, body, version });

  const metIn = ({ areas }: ContractCoverage): object =>
    Object.fromEntries(
      Object.entries(areas).map(([name, { items }]) => [
        name,
        items.filter(({ isMet }) => isMet).map((item) => item.name),
      ]),
    );

  it("is nothing before the first request", async () => {
    const { met, percent, areas } = await coverage();
    expect([met, percent]).to.deep.equal([0, 0]);
    expect(areas.operations.items.map(({ name }) => name)).to.include.members([
      "PAY 13",
      "PAY 60",
      "PAY 100",
    ]);
  });

  it("has what the requests met: contracts, transitions, refusals, rules and codes", async () => {
    await send("1", authorize());
    await send("2", capture("40.00"));
    await send("3", capture("60.00"), 28);
    await send("4", capture("1.00"));
    await send("5", { ...refund(), nonsense: "x" });
    await client.put({ order: "2", transaction: "1", body: declinedPay, version: 60 });
    const found = await coverage();
    expect(metIn(found)).to.deep.equal({
      operations: ["AUTHORIZE 100", "CAPTURE 28", "CAPTURE 100", "PAY 60"],
      transitions: [
        "NEW AUTHORIZED AUTHORIZATION",
        "AUTHORIZED PARTIALLY_CAPTURED CAPTURE",
        "PARTIALLY_CAPTURED CAPTURED CAPTURE",
      ],
      refusals: ["contract", "rule"],
      rules: ["capture-within-authorization"],
      codes: ["APPROVED", "DECLINED"],
    });
    expect(found.diagram).to.contain("[*] --> AUTHORIZED: ✔ AUTHORIZATION 1×");
    const all = await get("/v1/contract-coverage");
    expect(all.areas.codes.met).to.be.at.least(2);
  });

  it("counts a call without credentials for nobody, and for all together", async () => {
    await clientOf(running.sandbox.url, merchant(), "wrong").getOrder("1");
    expect((await coverage()).areas.refusals.met).to.equal(0);
    const { items } = (await get("/v1/contract-coverage")).areas.refusals;
    expect(items.find(({ name }) => name === "bad-credentials")?.isMet).to.equal(true);
  });

  it("is narrowed to operations and versions", async () => {
    await send("1", pay());
    const { areas } = await coverage("?operations=PAY,%20VOID&versions=57,100");
    expect(areas.operations.items.map(({ name, isMet }) => [name, isMet])).to.deep.equal([
      ["PAY 57", false],
      ["PAY 100", true],
      ["VOID 57", false],
      ["VOID 100", false],
    ]);
    expect(areas.operations.percent).to.equal(25);
  });

  it("is forgotten when it is reset", async () => {
    await send("1", pay());
    expect((await coverage()).met).to.be.above(0);
    const reset = `/_sandbox/v1/merchants/${merchant()}/reset`;
    await request(running.sandbox.url)
      .post(reset)
      .send({ only: ["coverage"] });
    expect((await coverage()).met).to.equal(0);
  });

  const mistakes: readonly (readonly [query: string, says: RegExp])[] = [
    ["operations=PAYS", /There is no 'PAYS'\. Did you mean 'PAY'\?/],
    ["operations=", /There is no ''/],
    ["versions=101", /from 1 to 100/],
    ["versions=57,", /from 1 to 100/],
    ["operation=PAY", /Did you mean 'operations'\?/],
    ["operations=PAY&operations=VOID", /only once/],
  ];
  for (const [query, says] of mistakes) {
    it(`is not asked with ${query}`, async () => {
      const response = await ask(`/v1/contract-coverage?${query}`);
      expect(response.status).to.equal(400);
      expect((response.body as { readonly detail: string }).detail).to.match(says);
    });
  }
});
