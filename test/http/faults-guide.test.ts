import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { parse } from "yaml";
import { FAULT_KINDS, FAULT_PLACES, faultFits } from "../../server/domain/record/effects.ts";
import { startWith } from "../flows/started.ts";
import { authorize, capture, pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";

const GUIDE = new URL("../../docs/faults.md", import.meta.url);

describe("the guide to faults", () => {
  let guide: string;
  before(async () => {
    guide = await readFile(GUIDE, "utf8");
  });

  it("knows every kind, and where each can be", () => {
    const rows = [...guide.matchAll(/^\| `([\w-]+)` \| (.+?) \| (.+?) \| (.+?) \| .+? \|$/gm)];
    const told = rows.slice(1).map(([, kind, ...cells]) => [kind, cells.map((cell) => cell !== "-")]);
    const known = FAULT_KINDS.map((kind) => [kind, FAULT_PLACES.map((at) => faultFits(at, kind))]);
    expect(told).to.deep.equal(known);
  });

  it("has an example that does what it says", async () => {
    const scenario = parse(/```yaml\n([\s\S]*?)```/.exec(guide)?.[1] ?? "") as object;
    const running = await startWith({ scenario });
    const client = clientOf(running.sandbox.url, "TESTGUIDE");
    const put = (order: string, transaction: string, body = pay()): Promise<{ status: number }> =>
      client.put({ order, transaction, body });
    const seenBy = async (call: Promise<unknown>): Promise<unknown> =>
      call.then(
        () => "an answer",
        (error: unknown) => (error as NodeJS.ErrnoException).code,
      );
    await put("order-7", "1", authorize());
    expect(await seenBy(put("order-7", "2", capture()))).to.equal("ECONNRESET");
    expect((await put("order-7", "2", capture())).status).to.equal(200);
    expect(await seenBy(put("order-8", "1"))).to.equal("ECONNRESET");
    expect((await put("order-8", "1")).status).to.equal(503);
    expect((await put("order-8", "1")).status).to.equal(201);
    const page = await fetch(
      `${running.sandbox.url}/api/rest/version/100/merchant/TESTGUIDE/order/order-9/transaction/1`,
      {
        method: "PUT",
        headers: { authorization: `Basic ${Buffer.from("merchant.TESTGUIDE:sandbox").toString("base64")}` },
        body: JSON.stringify(pay()),
      },
    );
    expect([page.status, page.headers.get("content-type")]).to.deep.equal([504, "text/html; charset=utf-8"]);
    expect((await put("order-9", "1")).status).to.equal(200);
    await running.stop();
  });
});
