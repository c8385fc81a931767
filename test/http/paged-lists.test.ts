import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANTS = ["TESTPAGES0", "TESTPAGES1", "TESTPAGES2"] as const;
const [MERCHANT] = MERCHANTS;
const OWN = `/v1/merchants/${MERCHANT}`;

type Row = Readonly<Record<string, unknown>>;

describe("the lists of the control API that are whole in memory", () => {
  let running: TestSandbox;
  let waiting: readonly Promise<unknown>[] = [];
  before(async () => {
    running = await startTestSandbox();
    const rules = [
      { id: "held", when: { operation: "PAY" }, hold: "before-commit" },
      { id: "second", when: { operation: "REFUND" }, outcome: "BLOCKED" },
      { id: "third", when: { operation: "VOID" }, outcome: "DECLINED" },
    ];
    for (const rule of rules)
      expect((await control("post", `${OWN}/arm`).send({ rule, times: 3 })).status).to.equal(201);
    for (const merchant of MERCHANTS) await clientOf(running.sandbox.url, merchant).getOrder("1");
    const client = clientOf(running.sandbox.url, MERCHANT);
    const orders = ["held-1", "held-2", "held-3"];
    waiting = orders.map((order) => client.put({ order, transaction: "1", body: pay() }).then());
    expect((await get(`${OWN}/holds?count=3&waitMs=5000`)).body).to.include({ complete: true });
  });
  after(async () => {
    const { holds } = (await get("/v1/holds")).body as { readonly holds: readonly { readonly id: string }[] };
    for (const { id } of holds) await control("post", `/v1/holds/${id}/release`);
    await Promise.all(waiting);
    await running.stop();
  });

  const control = (method: "get" | "post", path: string): request.Test =>
    request(running.sandbox.url)[method](`/_sandbox${path}`);
  const get = (path: string): Promise<Response> => control("get", path).then();

  const lists: readonly (readonly [path: string, member: string, id: string])[] = [
    ["/v1/merchants", "merchants", "merchant"],
    ["/v1/holds", "holds", "id"],
    [`${OWN}/holds`, "holds", "id"],
    [`${OWN}/armed`, "armed", "id"],
  ];
  for (const [path, member, id] of lists) {
    const rowsOf = (answer: Response): readonly unknown[] =>
      ((answer.body as Row)[member] as readonly Row[]).map((row) => row[id]);

    it(`gives ${path} whole to who asks for no page`, async () => {
      const all = await get(path);
      expect(rowsOf(all)).to.have.length(3);
      expect(all.body).to.not.have.property("next");
    });

    it(`gives ${path} page by page, in the same order`, async () => {
      const first = await get(`${path}?limit=2`);
      const { next } = first.body as { readonly next: string };
      const second = await get(`${path}?limit=2&after=${next}`);
      expect([...rowsOf(first), ...rowsOf(second)]).to.deep.equal(rowsOf(await get(path)));
      expect(second.body).to.not.have.property("next");
    });

    it(`says so where after names none of ${path}, as a row may be gone`, async () => {
      const answer = await get(`${path}?after=gone`);
      expect([answer.status, (answer.body as Row)["title"]]).to.deep.equal([400, "Invalid after"]);
    });
  }
});
