import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { parse } from "yaml";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, startWith } from "../flows/started.ts";
import type { Started } from "../flows/started.ts";
import type { Client } from "../support/sandbox.ts";
import { authenticate, initiate } from "./calls.ts";
import { challengedBy } from "./emulator.ts";

const GUIDE = await readFile(new URL("../../docs/three-d-secure.md", import.meta.url), "utf8");
const CARD = "5123456789012346";
const CHALLENGED = "5123450000000008";

describe("the guide to authentications", () => {
  let running: Started;
  let client: Client;
  before(async () => {
    const scenario = parse(/```yaml\n([\s\S]*?)```/.exec(GUIDE)?.[1] ?? "") as object;
    running = await startWith({ scenario });
    client = clientOn(running);
  });
  after(() => running.stop());

  const played = async (order: string, amount: string, reference?: string): Promise<unknown> => {
    const by = { order, transaction: "auth" };
    const body = { ...initiate(CARD), order: { currency: "USD", ...(reference && { reference }) } };
    await client.put({ ...by, body });
    const asked = await client.put({ ...by, body: authenticate(CARD, amount) });
    const told = ["transaction.authenticationStatus", "authentication.3ds2.statusReasonCode"];
    return told.map((path) => valueAt(asked.body as Json, path) ?? null);
  };

  it("has a scenario that does what it says", async () => {
    expect(await played("rejected", "100.00", "rejected")).to.deep.equal(["AUTHENTICATION_REJECTED", "04"]);
    expect(await played("silent", "100.00", "silent")).to.deep.equal(["AUTHENTICATION_PENDING", null]);
    expect(await played("late", "66.00")).to.deep.equal(["AUTHENTICATION_UNAVAILABLE", null]);
  });

  it("names every outcome that the issuer's page offers, and no other", async () => {
    await client.put({ order: "page", transaction: "auth", body: initiate(CHALLENGED) });
    const asked = await client.put({ order: "page", transaction: "auth", body: authenticate(CHALLENGED) });
    const { text } = (await challengedBy(asked)).page;
    const offered = [...text.matchAll(/<option value="(\w+)"/g)].map(([, value]) => value);
    const listed = [...GUIDE.matchAll(/^\| ([A-Z_]+) \| AUTHENTICATION_/gm)].map(([, value]) => value);
    expect(listed).to.deep.equal(offered);
  });
});
