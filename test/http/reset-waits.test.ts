import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { pay } from "../support/requests.ts";
import { startWithPlan } from "../support/plan.ts";
import { eventually } from "../support/scenario-folder.ts";
import { clientOf } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const PLAN = `
rules:
  - { id: held, when: { amount: "1.00" }, hold: before-commit }
  - { id: slow, when: { amount: "2.00" }, delay: 2m }
  - { id: told-late, when: { amount: "3.00" }, hold: after-commit }
`;

describe("the reset of a merchant whose requests wait", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    running = await startWithPlan(PLAN);
    client = clientOf(running.sandbox.url, "TESTWAIT");
  });
  after(() => running.stop());

  const put = (order: string, amount: string): Promise<Response> =>
    client.put({ order, transaction: "1", body: pay(amount) });
  const control = (path: string): string => `/_sandbox/v1/merchants/TESTWAIT/${path}`;
  const reset = (only: readonly string[]) =>
    request(running.sandbox.url).post(control("reset")).send({ only });
  const held = () => request(running.sandbox.url).get(control("holds?count=1&waitMs=5000"));

  it("breaks off what is held before its commit, and leaves no order", async () => {
    const waiting = put("held", "1.00");
    await held();
    expect((await reset(["orders"])).status).to.equal(200);
    const answer = await waiting;
    expect(answer.status).to.equal(503);
    expect((await client.why(answer)).refusal).to.include({ reason: "busy" });
    expect((await client.getOrder("held")).status).to.equal(400);
  });

  it("breaks off what is delayed", async () => {
    let isOver = false;
    const waiting = put("slow", "2.00").then((answer) => {
      isOver = true;
      return answer;
    });
    // Whether a request is delayed by now cannot be asked, so that it is reset until it is.
    await eventually(
      () => reset(["orders"]),
      () => isOver,
    );
    expect((await waiting).status).to.equal(503);
    expect((await client.getOrder("slow")).status).to.equal(400);
  });

  it("lets an answer go whose order it has forgotten", async () => {
    const waiting = put("late", "3.00");
    await held();
    await reset(["orders"]);
    const answer = await waiting;
    expect(answer.status).to.equal(201);
    expect((await client.why(answer)).notes).to.include(
      "Held after the commit, until the merchant was reset.",
    );
    expect((await client.getOrder("late")).status).to.equal(400);
  });

  it("leaves them waiting when it is not about orders", async () => {
    const waiting = put("other", "1.00");
    await held();
    await reset(["journal", "counters", "clock", "armed", "coverage"]);
    const { holds } = (await held()).body as { readonly holds: readonly { readonly id: string }[] };
    await request(running.sandbox.url).post(`/_sandbox/v1/holds/${holds[0]?.id ?? ""}/release`);
    expect((await waiting).status).to.equal(201);
  });
});
