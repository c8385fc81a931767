import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { tmpdir } from "node:os";
import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { expectValidAnswer } from "../support/answers.ts";
import { pay, withValue } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { Client, TestSandbox } from "../support/sandbox.ts";

const MERCHANTS = `
merchants:
  - { id: PLAIN, passwords: [sandbox] }
  - { id: NUMBERED, passwords: [sandbox], cardNumbersInIds: accept }
`;
const CARD_NUMBER = "4111111111111111";

describe("ids in paths", () => {
  let running: TestSandbox;
  let client: Client;
  before(async () => {
    const file = join(tmpdir(), `merchants-of-ids-${process.pid}.yaml`);
    await writeFile(file, MERCHANTS);
    running = await startTestSandbox({ SANDBOX_MERCHANTS: file });
    client = clientOf(running.sandbox.url, "PLAIN");
  });
  after(() => running.stop());

  const faultOf = (response: Response): readonly unknown[] => {
    expectValidAnswer(response.body, "error", 100);
    const { error } = response.body as { readonly error: Readonly<Record<string, string>> };
    return [response.status, error["field"], error["validationType"], error["explanation"]];
  };

  const expectTooLong = (response: Response, field: string): void => {
    const [status, where, type, explanation] = faultOf(response);
    expect([status, where, type]).to.deep.equal([400, field, "INVALID"]);
    expect(explanation).to.match(/ is invalid\. Length is 41 characters, but must be less than 41$/);
  };

  const character: Readonly<Record<string, string>> = { letter: "x", "letter of two units": "😀", dot: "." };
  for (const [name, one] of Object.entries(character)) {
    it(`takes ids of 40 characters and refuses 41, each a ${name}`, async () => {
      const body = pay();
      const taken = await client.put({ order: one.repeat(40), transaction: one.repeat(40), body });
      expect(taken.status, taken.text).to.equal(201);
      const order = await client.put({ order: one.repeat(41), transaction: "1", body });
      expectTooLong(order, "order.id");
      const transaction = await client.put({ order: "x", transaction: one.repeat(41), body });
      expectTooLong(transaction, "transaction.id");
      expectTooLong(await client.getOrder(one.repeat(41)), "order.id");
    });
  }

  it("keeps orders apart whose ids only look alike", async () => {
    const ids = ["a", "A", "ä", "a\u0308", "../a", "a/../a", "a/b", "a%2Fb", " a", "a ", "a+", "__proto__"];
    ids.push("constructor", "toString", "a\\b", "a\u0000", "a\nb", '"a"', "0", "00", "null", "ａ", "...");
    for (const [index, id] of ids.entries()) {
      const body = withValue(pay(), "order.reference", `reference-${index}`);
      const response = await client.put({ order: id, transaction: "1", body });
      expect(response.status, `${JSON.stringify(id)}: ${response.text}`).to.equal(201);
    }
    for (const [index, id] of ids.entries()) {
      const { order } = (await client.getTransaction(id, "1")).body as { readonly order: unknown };
      expect(order).to.include({ id, reference: `reference-${index}` });
    }
  });

  for (const id of [CARD_NUMBER, "4111 1111 1111 1111", `order-${CARD_NUMBER}`, "3782-822463-10005"]) {
    it(`refuses the id ${id}, which looks like a card number, and does not repeat it`, async () => {
      const body = pay();
      const order = await client.put({ order: id, transaction: "1", body });
      const transaction = await client.put({ order: "order-of-numbers", transaction: id, body });
      expect(faultOf(order).slice(0, 3)).to.deep.equal([400, "order.id", "INVALID"]);
      expect(faultOf(transaction).slice(0, 3)).to.deep.equal([400, "transaction.id", "INVALID"]);
      for (const { text } of [order, transaction]) {
        expect(text).to.contain("It looks like a card number");
        expect(text).to.not.contain(id);
      }
    });
  }

  it("names them in the record of a stranger's request, too, masked and cut", async () => {
    const id = `${CARD_NUMBER}-${"0-".repeat(3_000)}`;
    const path = `/api/rest/version/100/merchant/PLAIN/order/${id}/transaction/${id}`;
    for (const password of [undefined, "wrong"]) {
      const sent = request(running.sandbox.url).get(path);
      const refused = await (password === undefined ? sent : sent.auth("merchant.PLAIN", password));
      expect(refused.status).to.equal(401);
      const { request: seen } = await client.why(refused);
      expect(seen.orderId)
        .to.match(/^411111xxxxxx1111-(0-)+0?…$/)
        .and.have.length(121);
      expect(seen.transactionId).to.equal(seen.orderId);
    }
    const known = await client.getTransaction(id, id);
    expect(known.status).to.equal(400);
    expect((await client.why(known)).request.orderId).to.have.length(121);
    const found = await request(running.sandbox.url).get("/_sandbox/v1/exchanges").query({ order: id });
    expect((found.body as { readonly exchanges: readonly unknown[] }).exchanges).to.have.length(3);
  });

  it("takes an id that looks like a card number from a merchant who wants it", async () => {
    const numbered = clientOf(running.sandbox.url, "NUMBERED");
    const path = `/api/rest/version/100/merchant/NUMBERED/order/${CARD_NUMBER}/transaction/1`;
    const response = await request(running.sandbox.url)
      .put(path)
      .auth("merchant.NUMBERED", "sandbox")
      .send(pay());
    expect(response.status).to.equal(201);
    const exchange = await numbered.why(response);
    expect(exchange.request.orderId, "in the exchange").to.equal("411111xxxxxx1111");
    const found = await request(running.sandbox.url).get(
      `/_sandbox/v1/exchanges?merchant=NUMBERED&order=${CARD_NUMBER}`,
    );
    expect((found.body as { readonly exchanges: readonly unknown[] }).exchanges).to.have.length(1);
  });
});
