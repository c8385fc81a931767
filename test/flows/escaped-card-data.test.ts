import { readdir, readFile } from "node:fs/promises";
import { join } from "node:path";
import { expect } from "chai";
import request from "supertest";
import type { JsonObject } from "../../server/domain/json.ts";
import { maskBody } from "../../server/gateway/secrets/masking.ts";
import { createMarks, SECRETS } from "../process/canary/marks.ts";
import { leaksIn } from "../process/canary/search.ts";
import { WRITTEN } from "../process/canary/written.ts";
import { cardBalance } from "../support/card-requests.ts";
import { pay, withValue } from "../support/requests.ts";
import { eachNotified, MERCHANT, notifying } from "./notified.ts";

const SECRET_QUERY = `order=1&securityCode=${SECRETS.securityCode}&%70in=${SECRETS.pinDigits}`;
const SHOWN_QUERY = "order=1&securityCode=xxx&%70in=xxx";

describe("card data in URL notation", () => {
  const its = eachNotified();

  it("is refused as an id, as the number itself is", async () => {
    await its.start();
    for (const id of ["%35123450000000008", "4111%201111%201111%201111"]) {
      for (const ids of [
        { order: id, transaction: "1" },
        { order: "1", transaction: id },
      ]) {
        const refused = await its.client().put({ ...ids, body: pay() });
        expect(refused.status, refused.text).to.equal(400);
        expect(refused.text).to.match(/Value '\d{6}x{6}\d{4}' is invalid. It looks like a card number/);
      }
    }
  });

  it("in a free text is masked where it stands, and remarked on", async () => {
    const { sandbox } = await its.start();
    const body = withValue(pay(), "order.description", "card%205123%20%3450000000008, please%2C");
    const paid = await its.paid("1", body);
    const { request: seen } = await its.client().why(paid);
    const shown = "card%20 512345xxxxxx0008, please%2C";
    expect((seen.body as { readonly order: JsonObject }).order["description"]).to.equal(shown);
    expect((paid.body as { readonly order: JsonObject }).order["description"]).to.equal(shown);
    const verified = await request(sandbox.url).post(`/_sandbox/v1/merchants/${MERCHANT}/verify`).send({});
    expect(verified.text).to.include("something that looks like a card number in order.description");
  });

  it("in a correlation id is masked in the answer, of which the rest comes back as it was sent", async () => {
    const { sandbox } = await its.start();
    const merchant = `/api/rest/version/100/merchant/${MERCHANT}`;
    const calls = [
      ["put", `${merchant}/order/correlated/transaction/1`, pay()],
      // The same request again.
      ["put", `${merchant}/order/correlated/transaction/1`, pay()],
      ["post", `${merchant}/session`, {}],
      ["put", `${merchant}/balanceInquiry`, cardBalance("5123450000000008")],
    ] as const;
    const ids = [
      ["5123 4500 0000 0008/CVV: 123", "512345xxxxxx0008/CVV: xxx"],
      ["order-1 · é #2", "order-1 · é #2"],
    ] as const;
    for (const [method, path, body] of calls) {
      for (const [correlationId, shown] of ids) {
        const sent = request(sandbox.url)[method](path).auth(`merchant.${MERCHANT}`, "sandbox");
        const answer = await sent.send({ ...body, correlationId });
        expect(answer.body, answer.text).to.include({ correlationId: shown });
        const exchange = await its.client().why(answer);
        expect(exchange.answer.body).to.include({ correlationId: shown });
      }
    }
  });

  it("in a text that is rejected with sensitive data in it is rejected", async () => {
    await its.start();
    const body = withValue(pay(), "transaction.acquirer.customData", "%35123450000000008");
    const refused = await its.paid("1", body);
    expect(refused.status).to.equal(400);
    expect(refused.text).to.include("The value looks like a card number");
  });

  it("in a notification's address keeps it from being sent there, and is shown nowhere", async () => {
    const data = join(its.folder(), "secrets");
    const { sandbox, logged } = await its.start({ SANDBOX_DATA: data });
    const { host } = new URL(its.secure().url);
    const addresses = [
      [
        `https://${host}/hook?${SECRET_QUERY}`,
        `https://${host}/hook?${SHOWN_QUERY}`,
        /^not sent: .* a secret/,
      ],
      [`https://u:${SECRETS.pinDigits}@${host}/`, `https://xxx@${host}/`, /^not sent: .* a user/],
      [`https://${host}/%35123450000000008`, `https://${host}/512345xxxxxx0008`, undefined],
    ] as const;
    const answers: string[] = [];
    for (const [index, [url, shown, reason]] of addresses.entries()) {
      const paid = await its.paid(String(index), notifying(pay(), url));
      const exchange = await its.client().why(paid);
      expect(exchange.notifications?.map((it) => it.url)).to.deep.equal([shown]);
      const [sent] = (await its.notifications().settled(index + 1)).slice(index);
      expect(sent?.url).to.equal(shown);
      if (reason === undefined) expect(sent?.state).to.equal("delivered");
      else expect(sent?.attempts[0]?.reason).to.match(reason);
      answers.push(paid.text, JSON.stringify([exchange, sent]));
    }
    expect(its.secure().received.map(({ path }) => path)).to.deep.equal(["/512345xxxxxx0008"]);
    answers.push((await request(sandbox.url).get("/_sandbox/v1/exchanges")).text, logged());
    await its.stop();
    for (const name of await readdir(data)) answers.push(await readFile(join(data, name), "latin1"));
    const leaks = answers.flatMap((text) => leaksIn({ name: "here", text }, createMarks().sent));
    expect(leaks).to.deep.equal([]);
    expect(answers.join()).to.not.include("%35123450000000008");
  });

  it("is masked in every string of a body, however deep and however it is written", () => {
    const marks = createMarks();
    const texts = Object.values(WRITTEN).map((write) => write(marks.number("a body")));
    const urls = texts.map((text) => `https://u:w@h.example/?${SECRET_QUERY}&c=${encodeURIComponent(text)}`);
    const shown = JSON.stringify(maskBody({ texts, urls, deep: [{ [urls[0] ?? ""]: { texts } }] }));
    expect(leaksIn({ name: "body", text: shown }, marks.sent)).to.deep.equal([]);
    expect(shown).to.include(`https://xxx@h.example/?${SHOWN_QUERY}`).and.not.include("u:w@");
  });
});
