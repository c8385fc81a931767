import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { clientOn, startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import { pay, refund } from "../support/requests.ts";

const CONTROL = "/_sandbox/v1/merchants/APPROVING";

/** What browsers send with a request of a page, by whose page it is. Programs send neither. */
const FOREIGN: Readonly<Record<string, Readonly<Record<string, string>>>> = {
  "another site": { "Sec-Fetch-Site": "cross-site" },
  "another port of this machine": { "Sec-Fetch-Site": "same-site" },
  "another origin, in an older browser": { Origin: "https://evil.example" },
  "another port, in an older browser": { Origin: "http://127.0.0.1:1" },
  "a frame without an origin": { Origin: "null" },
  "what is no origin": { Origin: "127.0.0.1" },
};

describe("a web page of somebody else", () => {
  let running: Started;
  before(async () => {
    running = await startWith({ merchants: { APPROVING: { refundApproval: true } } });
    const client = clientOn(running, "APPROVING");
    await client.put({ order: "1", transaction: "1", body: pay() });
    await client.put({ order: "1", transaction: "2", body: refund("30.00") });
  });
  after(() => running.stop());

  const statusOf = async (): Promise<unknown> =>
    (await clientOn(running, "APPROVING").getOrder("1")).body as unknown;
  const approve = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    request(running.sandbox.url).post(`${CONTROL}/orders/1/transactions/2/approve`).set(headers);
  const setClock = (headers: Readonly<Record<string, string>>): Promise<Response> =>
    request(running.sandbox.url)
      .put(`${CONTROL}/clock`)
      .set({ "Content-Type": "text/plain", ...headers })
      .send('{"advance":"P8D"}');

  for (const site of ["cross-site", "same-site"]) {
    it(`sends no form of a payer's page when browsers call it ${site}`, async () => {
      const send = (headers: Readonly<Record<string, string>>): Promise<Response> =>
        request(running.sandbox.url).post("/checkout/pay/any").type("form").set(headers).send("number=1");
      const foreign = await send({ "Sec-Fetch-Site": site });
      expect([foreign.status, foreign.text]).to.satisfy(
        ([status, text]: [number, string]) => status === 403 && text.includes("a page of another site"),
      );
      for (const own of ["same-origin", "none"])
        expect((await send({ "Sec-Fetch-Site": own })).status).to.equal(404);
      expect((await send({})).status, "an older browser").to.equal(404);
    });
  }

  for (const [whose, headers] of Object.entries(FOREIGN)) {
    it(`changes nothing through the control API when it is of ${whose}`, async () => {
      for (const answer of [await approve(headers), await setClock(headers)]) {
        expect(answer.status).to.equal(403);
        expect(answer.get("Content-Type")).to.match(/^application\/problem\+json/);
        expect(answer.body).to.include({ title: "Origin not allowed" });
      }
      expect(await statusOf()).to.include({ status: "REFUND_REQUESTED" });
      const clock = await request(running.sandbox.url).get(`${CONTROL}/clock`).set(headers);
      expect(clock.body).to.include({ aheadMs: 0 });
    });
  }

  it("is not what the sandbox's own page, the address bar and programs are", async () => {
    const { host, origin } = new URL(running.sandbox.url);
    const own = [{}, { "Sec-Fetch-Site": "same-origin", Origin: origin }, { "Sec-Fetch-Site": "none" }];
    // TLS may end before the sandbox, so that only the host is compared.
    for (const headers of [...own, { Origin: origin }, { Origin: `https://${host}` }]) {
      expect((await setClock(headers)).status).to.equal(200);
    }
    expect((await approve({ "Sec-Fetch-Site": "same-origin" })).status).to.equal(200);
  });
});
