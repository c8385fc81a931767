import { expect } from "chai";
import { advance } from "../support/clock.ts";
import { keptClientOf, sessionOf } from "../support/kept.ts";
import type { KeptClient } from "../support/kept.ts";
import { FUNDS } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { startWith } from "./started.ts";
import type { Started } from "./started.ts";

const MERCHANT = "TESTDEVICE";

describe("a session's id as password", () => {
  let running: Started;
  let kept: KeptClient;
  before(async () => {
    running = await startWith({});
    kept = keptClientOf(running.sandbox.url, MERCHANT);
  });
  after(() => running.stop());

  const made = async (authenticationLimit: number): Promise<string> =>
    sessionOf(await kept.createSession({ session: { authenticationLimit } })).id;
  const byDevice = async (session: string, password = session): Promise<number> =>
    (await kept.updateSession(session, { sourceOfFunds: FUNDS }, { password })).status;

  it("lets a device update that session as often as its limit says, then 401", async () => {
    const id = await made(2);
    const answer = await kept.updateSession(id, { sourceOfFunds: FUNDS }, { password: id });
    expect(sessionOf(answer).updateStatus).to.equal("SUCCESS");
    expect((await clientOf(running.sandbox.url, MERCHANT).why(answer)).authentication).to.equal(
      "session-accepted",
    );
    expect([await byDevice(id), await byDevice(id), await byDevice(id)]).to.deep.equal([200, 401, 401]);
    expect(await byDevice(id, "sandbox")).to.equal(200);
  });

  it("takes an update under the name that apps on payers' devices give it", async () => {
    const id = await made(5);
    const body = { apiOperation: "UPDATE_PAYER_DATA", sourceOfFunds: FUNDS, device: { browser: "App" } };
    const answer = await kept.updateSession(id, body, { password: id });
    expect([answer.status, sessionOf(answer).updateStatus]).to.deep.equal([200, "SUCCESS"]);
  });

  it("counts refused calls, too, and counts on after a restart", async () => {
    const id = await made(2);
    expect((await kept.updateSession(id, { unknown: "1" }, { password: id })).status).to.equal(400);
    running = await running.restart();
    kept = keptClientOf(running.sandbox.url, MERCHANT);
    expect([await byDevice(id), await byDevice(id)]).to.deep.equal([200, 401]);
  });

  it("lets exactly as many in as the limit says when they come at once", async () => {
    const id = await made(3);
    const statuses = await Promise.all(Array.from({ length: 10 }, () => byDevice(id)));
    expect(statuses.filter((status) => status === 200)).to.have.length(3);
    expect(statuses.filter((status) => status === 401)).to.have.length(7);
  });

  it("opens nothing else: not reading it, not another session, not an order, not another merchant", async () => {
    const [id, other] = [await made(9), await made(9)];
    const { url } = running.sandbox;
    expect((await kept.getSession(id, { password: id })).status).to.equal(401);
    expect(await byDevice(other, id)).to.equal(401);
    expect((await kept.createToken({ session: { id } }, { password: id })).status).to.equal(401);
    expect((await clientOf(url, MERCHANT, id).getOrder("order")).status).to.equal(401);
    const stranger = keptClientOf(url, `${MERCHANT}2`);
    expect((await stranger.updateSession(id, {}, { password: id })).status).to.equal(401);
    expect(await byDevice("SESSION0002411702239G42317712I7")).to.equal(401);
    expect(await byDevice("not-a-session")).to.equal(401);
  });

  it("is none when the limit is 0 or the session has expired", async () => {
    expect(await byDevice(await made(0))).to.equal(401);
    const id = await made(5);
    await advance(running.sandbox.url, MERCHANT, "PT15M");
    expect(await byDevice(id)).to.equal(401);
  });

  it("goes on with the life of the session, which every update renews", async () => {
    const id = await made(5);
    for (let times = 0; times < 3; times += 1) {
      await advance(running.sandbox.url, MERCHANT, "PT14M");
      expect(await byDevice(id)).to.equal(200);
    }
  });
});
