import { expect } from "chai";
import { ControlError, createSandbox } from "../../server/embedding/embedding.ts";
import type { EmbeddedSandbox } from "../../server/embedding/embedding.ts";
import { bundleOf } from "../cli/bundle-sender.ts";
import type { JsonObject } from "../../server/domain/json.ts";
import type { Bundle } from "../../server/verdict/bundle/bundle.ts";
import { CARD, pay, refund, withValue } from "../support/requests.ts";

describe("bundles of exchanges", () => {
  let sandbox: EmbeddedSandbox;
  before(async () => {
    sandbox = await createSandbox({
      password: "hunter-2",
      seed: "seed of the test",
      clock: "2030-01-15T10:20:30.400Z",
    });
  });
  after(() => sandbox.close());

  const send = (path: string, body?: JsonObject): Promise<Bundle> => bundleOf(sandbox, path, body);

  it("hold the order before and after, and everything that the answer came from", async () => {
    await send("order/1/transaction/1", pay());
    const bundle = await send("order/1/transaction/2", refund("40.00"));
    expect(bundle.order.before?.map(({ id }) => id)).to.deep.equal(["1"]);
    expect(bundle.order.after?.map(({ id }) => id)).to.deep.equal(["1", "2"]);
    expect(bundle).to.deep.include({
      format: 1,
      clock: "2030-01-15T10:20:30.400Z",
      seed: "seed of the test",
    });
    expect(bundle.contracts.files.map(({ file }) => file)).to.deep.equal(bundle.exchange.contract?.used);
    expect(bundle.scenarios.active).to.deep.equal(["default", "gateway-simulator"]);
    expect(bundle.scenarios.revision).to.equal(bundle.exchange.scenario?.revision);
    expect(bundle.merchant).to.include({ id: "TESTSHOP", mode: "strict" }).and.not.include.keys("passwords");
    expect(bundle.replay).to.deep.equal({ isPossible: true, obstacles: [], doubts: [] });
  });

  it("tell cards and requests apart by labels and not by keyed digests", async () => {
    const bundle = await send("order/labels/transaction/1", pay());
    expect(bundle.order.after?.map(({ digest, card }) => [digest, card])).to.deep.equal([
      ["request-1", "card-2"],
    ]);
  });

  it("say that the order is gone", async () => {
    const { exchange } = await send("order/gone/transaction/1", pay());
    await sandbox.control.merchant("TESTSHOP").reset("orders");
    const bundle = await sandbox.control.bundle(exchange.id);
    expect(bundle.replay.obstacles).to.deep.equal(["The order has been deleted since."]);
  });

  it("are of exchanges that are kept", async () => {
    const error: unknown = await sandbox.control.bundle("none").catch((thrown: unknown) => thrown);
    expect(error).to.be.instanceOf(ControlError).and.to.include({ status: 404 });
  });

  it("has nothing of a card and no password in a bundle", async () => {
    const secret = {
      ...CARD,
      number: "4532015112830366",
      securityCode: "947",
      nameOnCard: "4532015112830366",
    };
    const body = {
      ...withValue(pay(), "sourceOfFunds.provided.card", secret),
      correlationId: "4532015112830366",
    };
    const text = JSON.stringify(await send("order/secret/transaction/1", body));
    expect(text).to.include("453201xxxxxx0366");
    for (const lost of ["4532015112830366", '"947"', "4000000000000507", "hunter-2"])
      expect(text).not.to.include(lost);
  });

  it("gives a curl line that a shell with address and password can run", async () => {
    const { curl } = await send("order/it's/transaction/1", { apiOperation: "CAPTURE", note: "it's" });
    expect(curl).to.equal(
      `curl -u "merchant.TESTSHOP:$SANDBOX_PASSWORD" -X PUT "$SANDBOX_URL"` +
        `'/api/rest/version/100/merchant/TESTSHOP/order/it'\\''s/transaction/1' -H 'Content-Type: application/json'` +
        ` -d '{"apiOperation":"CAPTURE","note":"it'\\''s"}'`,
    );
  });
});
