import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { GATEWAY_ROOT, MERCHANT_PATH, PATHS } from "../../server/domain/operations/paths.ts";
import { suiteSandbox } from "../flows/started.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";

const METHODS = ["get", "put", "post", "delete"] as const;
type Method = (typeof METHODS)[number];

/** Every path of the gateway that belongs to a merchant. */
const OWNED = Object.values(PATHS).filter((path) => path.startsWith(MERCHANT_PATH));

/** Who calls, in the order of the checks: by name and password, and what comes of it. */
const CALLERS: readonly (readonly [who: string, user: string, password: string, status: number])[] = [
  ["another merchant", "merchant.OTHER", "sandbox", 403],
  ["the merchant with a wrong password", "merchant.OWNER", "guess", 401],
  ["the merchant with the password of another", "merchant.OWNER", "of-other", 401],
  ["a merchant that there is not", "merchant.NOBODY", "sandbox", 401],
  ["somebody without the name of a merchant", "OWNER", "sandbox", 401],
];

describe("the gateway's paths for the wrong merchant", () => {
  const running = suiteSandbox({
    merchants: { OWNER: {}, OTHER: { passwords: ["sandbox", "of-other"] } },
  });
  /** The ids of things that the owner has. */
  const ids: Record<string, string> = {
    version: "100",
    merchantId: "OWNER",
    orderId: "owned",
    transactionId: "1",
  };
  before(async () => {
    const { url } = running.sandbox;
    await clientOf(url, "OWNER").put({ order: "owned", transaction: "1", body: pay() });
    const { id } = sessionOf(await keptClientOf(url, "OWNER").createSession());
    Object.assign(ids, {
      sessionId: id,
      tokenId: "9999000000000001",
      riskAssessmentId: "r-1",
      threeDSecureId: "3ds-1",
    });
  });

  const call = (method: Method, path: string, user: string, password: string): Promise<Response> => {
    const filled = (GATEWAY_ROOT + path).replace(/\{(\w+)\}/g, (_, name: string) => {
      const id = ids[name];
      if (id === undefined) throw new Error(`the test has no ${name}`);
      return id;
    });
    const asked = request(running.sandbox.url)[method](filled).auth(user, password);
    return (method === "get" || method === "delete" ? asked : asked.send(pay())).then();
  };

  for (const path of OWNED) {
    for (const [who, user, password, status] of CALLERS) {
      it(`refuse ${who} at …${path}, with every method, and tell nothing`, async () => {
        const answers = await Promise.all(METHODS.map((method) => call(method, path, user, password)));
        for (const answer of answers) {
          expect(answer.status, answer.text).to.be.oneOf([status, 405]);
          expect(answer.text).not.to.match(/owned|5123|100\.00/);
        }
        expect(
          answers.filter((answer) => answer.status === status),
          "methods that there are",
        ).not.to.be.empty;
      });
    }
  }

  it("change nothing that is the owner's", async () => {
    const order = await clientOf(running.sandbox.url, "OWNER").getOrder("owned");
    expect(order.body).to.have.property("transaction").with.lengthOf(1);
    const session = await keptClientOf(running.sandbox.url, "OWNER").getSession(ids["sessionId"] ?? "");
    expect(session.status).to.equal(200);
    expect(session.body).not.to.have.property("order");
  });
});
