import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { consoleLine } from "../../server/cli/start/console.ts";
import { explanationOf } from "../../server/domain/record/explanation.ts";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { pay } from "../support/requests.ts";
import { clientOf, startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "/api/rest/version/100/merchant/TESTSHOP";
const CARD = "5123450000000008";

/** What a stranger learns of a path that there is not. */
const ANSWER = /^Unknown path\. Expected \/api\/rest\/version\/\{version\}/;

describe("what was called", () => {
  let running: TestSandbox;
  before(async () => {
    running = await startTestSandbox();
  });
  after(() => running.stop());

  const exchangeOf = (response: Response): Promise<Exchange> =>
    clientOf(running.sandbox.url, "TESTSHOP").why(response);

  const slips: readonly (readonly [called: string, meant: string])[] = [
    [`${MERCHANT}/oder/1/transaction/2`, `${MERCHANT}/order/1/transaction/2`],
    [`${MERCHANT}/1/transaction/2`, `${MERCHANT}/order/1/transaction/2`],
    [`${MERCHANT}/order/1/transaction/2/`, `${MERCHANT}/order/1/transaction/2`],
    ["/api/rest/v100/merchant/TESTSHOP/order/1", `${MERCHANT}/order/1`],
    ["/api/rest/100/merchant/TESTSHOP/order/1", `${MERCHANT}/order/1`],
    ["/order/1", "/api/rest/version/{version}/merchant/{merchantId}/order/1"],
  ];
  for (const [called, meant] of slips) {
    it(`asks in the exchange of ${called} whether ${meant} was meant, and not in the answer`, async () => {
      const response = await request(running.sandbox.url).put(called).send(pay());
      expect(response.body).to.have.nested.property("error.explanation").that.matches(ANSWER);
      expect(response.text).to.not.contain("Did you mean");
      const exchange = await exchangeOf(response);
      expect([exchange.request.route, exchange.request.path]).to.deep.equal(["unknown", called]);
      expect(explanationOf(exchange)).to.include(`Did you mean ${meant}?`);
      expect(consoleLine(exchange, "text", { isColoured: false }))
        .to.contain(`  PUT ${called}  404 `)
        .and.contain(`  (Did you mean ${meant}?)  `);
    });
  }

  it("asks nothing about a path like none of the gateway's", async () => {
    const exchange = await exchangeOf(await request(running.sandbox.url).get("/favicon.png"));
    expect(exchange.request.path).to.equal("/favicon.png");
    expect(explanationOf(exchange).join()).to.not.contain("Did you mean");
  });

  it("says where payments go when one was sent to its order", async () => {
    const exchange = await exchangeOf(await request(running.sandbox.url).put(`${MERCHANT}/order/1`));
    expect(explanationOf(exchange)).to.include(
      `Did you mean PUT ${MERCHANT}/order/1/transaction/{transactionId}?`,
    );
  });

  const hidden: readonly (readonly [called: string, shown: string])[] = [
    [`${MERCHANT}/oder/${CARD}`, `${MERCHANT}/oder/512345xxxxxx0008`],
    [`${MERCHANT}/oder/%35123450000000008`, `${MERCHANT}/oder/512345xxxxxx0008`],
    [`${MERCHANT}/sesion/SESSION0002123456789A1234567B12`, `${MERCHANT}/sesion/SESSION0xxx`],
    [`/${"a".repeat(300)}`, `/${"a".repeat(199)}…`],
  ];
  for (const [called, shown] of hidden) {
    it(`shows ${called.slice(0, 90)} as ${shown.slice(0, 90)}`, async () => {
      const response = await request(running.sandbox.url).get(`${called}?number=${CARD}`);
      expect((await exchangeOf(response)).request.path).to.equal(shown);
    });
  }

  it("shows the path of whoever is refused before the request is read", async () => {
    const path = `${MERCHANT}/order/${CARD}/transaction/1`;
    const call = (): request.Test => request(running.sandbox.url).put(path).send(pay());
    const refused = [
      await call(),
      await call().auth("merchant.TESTOTHER", "sandbox"),
      await request(running.sandbox.url).patch(path),
    ];
    for (const response of refused) {
      const { request: seen } = await exchangeOf(response);
      expect(seen.path).to.equal(`${MERCHANT}/order/512345xxxxxx0008/transaction/1`);
    }
    expect(refused.map(({ status }) => status)).to.deep.equal([401, 403, 405]);
  });

  it("shows no path where the request was read", async () => {
    const response = await clientOf(running.sandbox.url, "TESTSHOP").put({
      ...{ order: "1", transaction: "1", body: pay() },
    });
    expect((await exchangeOf(response)).request).to.not.have.property("path");
  });
});
