import { expect } from "chai";
import request from "supertest";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { suiteSandbox } from "../flows/started.ts";
import { pay } from "../support/requests.ts";

describe("calls that mode gateway takes though their path or header is not to the letter", () => {
  const running = suiteSandbox({ merchants: { STRICT: { mode: "strict" }, GATEWAY: { mode: "gateway" } } });

  const bare = Buffer.from("merchant.GATEWAY:sandbox").toString("base64");
  const strict = Buffer.from("merchant.STRICT:sandbox").toString("base64");
  const wrong = Buffer.from("merchant.GATEWAY:other").toString("base64");
  for (const [header, merchant, status] of [
    [bare, "GATEWAY", 201],
    [strict, "STRICT", 401],
    [wrong, "GATEWAY", 401],
    ["GATEWAY:sandbox", "GATEWAY", 401],
  ] as const) {
    it(`answers ${merchant} that sends Authorization: ${header} with ${status}, every time`, async () => {
      for (const name of ["first", "second"]) {
        const response = await request(running.sandbox.url)
          .put(`/api/rest/version/60/merchant/${merchant}/order/bare-${status}-${name}/transaction/1`)
          .set("Authorization", header)
          .send(pay());
        expect(response.status).to.equal(status);
      }
    });
  }

  it("are answered at every path with a slash behind it, and with version/latest", async () => {
    const { url } = running.sandbox;
    const as = (test: request.Test) => test.auth("merchant.GATEWAY", "sandbox");
    const root = `${url}/api/rest/version/latest/merchant/GATEWAY`;
    const made = await as(request(root).post("/session/"));
    const session = textAt(made.body as Json, "session.id") ?? "";
    const { apiOperation, ...values } = pay();
    const token = { sourceOfFunds: values["sourceOfFunds"] };
    const kept = await as(request(root).post("/token/")).send(token);
    const at = `/token/${textAt(kept.body as Json, "token") ?? ""}/`;
    const answers = [
      await as(request(root).put(`/session/${session}/`)).send(values),
      await as(request(root).get(`/session/${session}/`)),
      await as(request(root).put("/order/slash/transaction/1/")).send({
        apiOperation,
        session: { id: session },
      }),
      await as(request(root).get("/order/slash/")),
      await as(request(root).get("/order/slash/transaction/1/")),
      kept,
      await as(request(root).put(at)).send(token),
      await as(request(root).get(at)),
      await as(request(root).delete(at)),
      await as(request(root).put("/balanceInquiry/")).send({
        order: { currency: "USD" },
        sourceOfFunds: { type: "CARD", ...(token.sourceOfFunds as object) },
      }),
      await request(url).get("/api/rest/version/latest/information/"),
      await request(url).get("/api/rest/version/latest/information"),
    ];
    for (const answer of answers) expect(answer.status, JSON.stringify(answer.body)).to.be.oneOf([200, 201]);
  });
});
