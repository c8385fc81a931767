import { expect } from "chai";
import type { Response } from "supertest";
import { valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { advance, putClock } from "../support/clock.ts";
import { keptClientOf } from "../support/kept.ts";
import { CARD_FORM, formIn, checkoutsAt } from "./checkout-client.ts";

const EXPIRY_YEAR = "sourceOfFunds.provided.card.expiry.year";
const CANCEL = "https://shop.example/cancelled?order=17";
const TIMEOUT = "https://shop.example/late#top";
const AMEX = "345678901234564";

/** Ids of the fields that are marked, and the one that has the focus. */
const marked = ({ text }: Response): readonly string[] =>
  inputs(text).flatMap((input) => (input.includes('aria-invalid="true"') ? nameIn(input) : []));
const focused = ({ text }: Response): readonly string[] =>
  inputs(text).flatMap((input) => (input.includes("autofocus") ? nameIn(input) : []));
const inputs = (text: string): readonly string[] => text.match(/<input[^>]*>/g) ?? [];
const nameIn = (input: string): readonly string[] => / name="(\w+)"/.exec(input)?.slice(1) ?? [];
const valueIn = ({ text }: Response, name: string): string | undefined =>
  / value="([^"]*)"/.exec(inputs(text).find((input) => nameIn(input)[0] === name) ?? "")?.[1];
const faultAt = ({ text }: Response, name: string): string | undefined =>
  new RegExp(`id="${name}-fault">([^<]*)<`).exec(text)?.[1];

describe("the form of a checkout", () => {
  const running = suiteSandbox();
  const client = clientOn(running);
  const begun = checkoutsAt(running, "form");

  const isUntouched = async (order: string): Promise<boolean> =>
    (await client.getOrder(order)).status === 400;

  it("tells all faults at once, each at its field, and has the focus on the first", async () => {
    const { order, page } = await begun();
    const wrong = { ...CARD_FORM, number: "", expiryMonth: "13", expiryYear: "9", securityCode: "12" };
    const refused = await page.submit(wrong);
    expect(refused.status).to.equal(400);
    expect(marked(refused)).to.deep.equal(["number", "expiryMonth", "expiryYear", "securityCode"]);
    expect(focused(refused)).to.deep.equal(["number"]);
    expect(faultAt(refused, "number")).to.equal("Enter the card number, 9 to 19 digits.");
    expect(faultAt(refused, "expiryMonth")).to.equal("Enter the month as two digits, 01 to 12.");
    expect(faultAt(refused, "nameOnCard")).to.equal("");
    expect(refused.text).to.contain(
      "Please look again at: Card number, Expiry month, Expiry year, Security code.",
    );
    expect(await isUntouched(order)).to.equal(true);
    expect((await client.why(refused)).refusal?.fault).to.deep.equal({
      field: "sourceOfFunds.provided.card.number",
      validationType: "MISSING",
    });
  });

  it("takes a year with all its digits, as a browser that fills it in may write it", async () => {
    const { order, page } = await begun();
    expect((await page.submit({ ...CARD_FORM, expiryYear: "2039" })).status).to.equal(303);
    expect(valueAt((await client.getOrder(order)).body as Json, EXPIRY_YEAR)).to.equal("39");
  });

  it("asks for no consent to keep a card where nothing is paid", async () => {
    const kept = { "interaction.saveCardForCredentialOnFile": "PAYER_INITIATED_PAYMENTS" };
    const asks = async (operation: string): Promise<boolean> => {
      const { page } = await begun({ ...kept, "interaction.operation": operation });
      return (await page.open()).text.includes("Save this card");
    };
    expect([await asks("NONE"), await asks("PURCHASE")]).to.deep.equal([false, true]);
  });

  it("tells what the rules of the payment have against the card in the same way", async () => {
    const { page } = await begun();
    const refused = await page.submit({ ...CARD_FORM, number: AMEX, expiryYear: "" });
    expect(marked(refused)).to.deep.equal(["expiryYear", "securityCode"]);
    expect(faultAt(refused, "securityCode")).to.equal("Enter three digits, or four for American Express.");
  });

  it("has no mark and no focus before anything was sent", async () => {
    const opened = await (await begun()).page.open();
    expect([marked(opened), focused(opened)]).to.deep.equal([[], []]);
  });

  it("keeps what was entered: the number as nobody can read it, and all but the security code", async () => {
    const { order, page } = await begun({ "interaction.returnUrl": "https://shop.example/done" });
    const refused = await page.submit({ ...CARD_FORM, expiryMonth: "0" });
    expect(["nameOnCard", "expiryMonth", "expiryYear"].map((name) => valueIn(refused, name))).to.deep.equal([
      "Ida Example",
      "0",
      "39",
    ]);
    expect([valueIn(refused, "number"), valueIn(refused, "securityCode")]).to.deep.equal(["", ""]);
    expect(formIn(refused)).to.contain("512345xxxxxx0008").and.not.to.contain("5123450000000008");
    const sealedNumber = valueIn(refused, "sealedNumber") ?? "";
    const mended = await page.submit({ ...CARD_FORM, number: "", sealedNumber });
    expect(mended.status, mended.text).to.equal(303);
    expect(JSON.stringify(await client.why(mended))).not.to.contain(sealedNumber);
    expect(await isUntouched(order)).to.equal(false);
  });

  it("takes a kept number at its own checkout only", async () => {
    const refused = await (await begun()).page.submit({ ...CARD_FORM, expiryMonth: "" });
    const sealedNumber = valueIn(refused, "sealedNumber") ?? "";
    const other = await begun();
    for (const sealed of [sealedNumber, "no seal", ""]) {
      const answer = await other.page.submit({ ...CARD_FORM, number: "", sealedNumber: sealed });
      expect([answer.status, marked(answer)]).to.deep.equal([400, ["number"]]);
    }
    expect(await isUntouched(other.order)).to.equal(true);
  });

  it("leads a payer who cancels to the merchant, and can still be paid then", async () => {
    const { order, page } = await begun({ "interaction.cancelUrl": CANCEL });
    expect((await page.open()).text).to.contain(">Cancel</button>");
    const cancelled = await page.submit({ action: "cancel" });
    expect([cancelled.status, cancelled.get("Location")]).to.deep.equal([303, CANCEL]);
    expect((await client.why(cancelled)).notes).to.include("The payer cancelled the checkout.");
    expect(await isUntouched(order)).to.equal(true);
    expect((await page.submit(CARD_FORM)).status).to.equal(303);
  });

  it("cannot be cancelled where the merchant names no address for it", async () => {
    const { page } = await begun();
    expect((await page.open()).text).not.to.contain("Cancel");
    expect((await page.submit({ action: "cancel" })).status).to.equal(400);
  });

  it("is over after the merchant's time-out, and leads there", async () => {
    const merchant = "TESTTIMEOUT";
    const values = { "interaction.timeout": 60, "interaction.timeoutUrl": TIMEOUT };
    const { order, page, session } = await begun(values, { merchant });
    const opened = await page.open();
    expect(Number(opened.get("Refresh"))).to.be.within(50, 60);
    await advance(running.sandbox.url, merchant, "PT61S");
    for (const answer of [await page.open(), await page.submit(CARD_FORM)])
      expect([answer.status, answer.get("Location")]).to.deep.equal([303, TIMEOUT]);
    expect((await clientOn(running, merchant).getOrder(order)).status).to.equal(400);
    expect((await keptClientOf(running.sandbox.url, merchant).getSession(session)).status).to.equal(200);
  });

  it("says that timed out where the merchant names no address for it", async () => {
    const merchant = "TESTTIMEOUT2";
    const { order, page } = await begun({ "interaction.timeout": 60 }, { merchant });
    await advance(running.sandbox.url, merchant, "PT61S");
    const opened = await page.open();
    expect([opened.status, opened.get("Refresh")]).to.deep.equal([200, undefined]);
    expect(opened.text).to.contain("The time for this checkout is over").and.not.to.contain("<form");
    expect((await page.submit(CARD_FORM)).status).to.equal(400);
    expect((await clientOn(running, merchant).getOrder(order)).status).to.equal(400);
  });

  it("has the session's end as its time-out when it is sooner", async () => {
    const merchant = "TESTTIMEOUT3";
    const values = { "interaction.timeout": 3600, "interaction.timeoutUrl": TIMEOUT };
    const { page } = await begun(values, { merchant });
    expect(Number((await page.open()).get("Refresh"))).to.be.within(890, 900);
    await advance(running.sandbox.url, merchant, "PT16M");
    expect((await page.open()).get("Location")).to.equal(TIMEOUT);
  });

  it("is not looked at anew by itself while the merchant's clock stands", async () => {
    const merchant = "TESTTIMEOUT5";
    const { page } = await begun({ "interaction.timeout": 60 }, { merchant });
    await putClock(running.sandbox.url, merchant, { mode: "frozen", at: "2030-01-15T10:20:30Z" });
    expect((await page.open()).get("Refresh")).to.equal(undefined);
  });

  it("leads a payer who was paid to the shop, whatever time it is", async () => {
    const merchant = "TESTTIMEOUT4";
    const values = { "interaction.timeout": 60, "interaction.timeoutUrl": TIMEOUT };
    const { page, session } = await begun(values, { merchant });
    await page.submit(CARD_FORM);
    await advance(running.sandbox.url, merchant, "PT61S");
    const again = await page.open();
    expect([again.status, again.get("Location")?.split("?")[0]]).to.deep.equal([
      303,
      `${running.sandbox.url}/checkout/receipt/${session}`,
    ]);
  });
});
