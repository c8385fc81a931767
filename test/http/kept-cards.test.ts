import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { SessionPage, TokenPage } from "../../server/http/control/stored/kept.ts";
import { CARD } from "../support/requests.ts";
import { startTestSandbox } from "../support/sandbox.ts";
import type { TestSandbox } from "../support/sandbox.ts";

const MERCHANT = "TESTKEPT";
const FUNDS = { sourceOfFunds: { type: "CARD", provided: { card: CARD } } };

describe("the sessions and tokens of the control API", () => {
  let running: TestSandbox;
  const sessions: string[] = [];
  before(async () => {
    running = await startTestSandbox();
    for (let count = 0; count < 3; count += 1) {
      const made = (await gateway("post", "session")).body as { readonly session: { readonly id: string } };
      sessions.unshift(made.session.id);
    }
    await gateway("put", `session/${sessions[0] ?? ""}`, { ...FUNDS, order: { amount: "7.00" } });
    for (const number of ["5123450000000008", "4508750015741019"])
      await gateway("put", `token/shopper${number.slice(0, 2)}`, {
        sourceOfFunds: { type: "CARD", provided: { card: { ...CARD, number } } },
      });
  });
  after(() => running.stop());

  const gateway = async (method: "post" | "put", path: string, body: object = {}): Promise<Response> => {
    const call = request(running.sandbox.url)[method](`/api/rest/version/100/merchant/${MERCHANT}/${path}`);
    const response = await call.auth(`merchant.${MERCHANT}`, "sandbox").send(body);
    expect(response.ok, response.text).to.equal(true);
    return response;
  };
  const ask = (path: string): Promise<Response> =>
    request(running.sandbox.url).get(`/_sandbox/v1/merchants/${MERCHANT}/${path}`).then();
  const get = async <T>(path: string): Promise<T> => (await ask(path)).body as T;
  const sessionsOf = async (query: string): Promise<readonly string[]> =>
    (await get<SessionPage>(`sessions${query}`)).sessions.map(({ id }) => id);
  const tokensOf = async (query: string): Promise<readonly string[]> =>
    (await get<TokenPage>(`tokens${query}`)).tokens.map(({ token }) => token);

  it("lists sessions, newest first, with what they hold, masked", async () => {
    expect(await sessionsOf("")).to.deep.equal(sessions);
    const { sessions: listed, next } = await get<SessionPage>("sessions?limit=2");
    expect(next).to.equal(sessions[1]);
    expect(listed[0]).to.deep.include({
      ...{ updateStatus: "SUCCESS", apiVersion: 100, isExpired: false },
      ...{ authentications: 0, authenticationLimit: 5, expiresAt: "2030-01-15T10:35:30.400Z" },
    });
    expect(listed[0]?.content).to.have.nested.property(
      "sourceOfFunds.provided.card.number",
      "512345xxxxxx0008",
    );
    expect(listed[1]).to.deep.include({ updateStatus: "NO_UPDATE", content: {} });
    expect((await ask("sessions")).text).to.not.contain("5123450000000008");
  });

  it("searches sessions, and gives them page by page", async () => {
    expect(await sessionsOf(`?limit=1&after=${sessions[1] ?? ""}`)).to.deep.equal([sessions[2]]);
    expect(await sessionsOf("?status=SUCCESS")).to.deep.equal([sessions[0]]);
    expect(await sessionsOf(`?search=${sessions[1]?.slice(7) ?? ""}`)).to.deep.equal([sessions[1]]);
    expect(await sessionsOf("?search=nowhere")).to.deep.equal([]);
    expect(await get<SessionPage>("sessions?limit=3")).to.not.have.property("next");
  });

  it("shows by the merchant's clock which sessions have expired", async () => {
    const clock = `/_sandbox/v1/merchants/${MERCHANT}/clock`;
    await request(running.sandbox.url).put(clock).send({ advance: "PT20M" });
    const { sessions: listed } = await get<SessionPage>("sessions");
    expect(listed.every(({ isExpired }) => isExpired)).to.equal(true);
  });

  it("lists tokens, newest first, with their masked cards", async () => {
    const { tokens } = await get<TokenPage>("tokens");
    expect(tokens.map(({ token, number, brand, expiry }) => [token, number, brand, expiry])).to.deep.equal([
      ["shopper45", "450875xxxxxx1019", "VISA", "0139"],
      ["shopper51", "512345xxxxxx0008", "MASTERCARD", "0139"],
    ]);
    expect(tokens[0]).to.include({ verificationStrategy: "BASIC" }).and.not.have.property("lastUsed");
  });

  it("searches tokens by themselves and by the end of their card, and gives them page by page", async () => {
    expect(await tokensOf("?limit=1")).to.deep.equal(["shopper45"]);
    expect(await tokensOf("?limit=1&after=shopper45")).to.deep.equal(["shopper51"]);
    expect(await tokensOf("?search=0008")).to.deep.equal(["shopper51"]);
    expect(await tokensOf("?search=shopper4")).to.deep.equal(["shopper45"]);
  });

  it("says what a filter may be", async () => {
    const answer = await ask("sessions?status=DONE");
    expect([answer.status, (answer.body as { title: string }).title]).to.deep.equal([400, "Invalid status"]);
  });
});
