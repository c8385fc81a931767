import { expect } from "chai";
import { filledSession, keptClientOf } from "../support/kept.ts";
import { setStage, showPortal } from "./stage.ts";

const HOSTILE = "<img src=x onerror=document.title=1>";
const CODED = encodeURIComponent(HOSTILE);

/** Places whose address holds markup, as somebody could send it in a link, and where it must stand as the text that it is. */
const PLACES: readonly (readonly [name: string, place: string])[] = [
  ["a contract", `contracts/${CODED}?version=100`],
  ["a scenario file", `scenarios/${CODED}`],
  ["a merchant", `merchant?merchant=${CODED}`],
  ["the verdict on a merchant", `verdict?merchant=${CODED}`],
  ["an operation of the API", `docs/${CODED}`],
];

describe("markup in the portal's addresses and fields", function () {
  const stage = setStage({ environment: { SANDBOX_WATCH: "off" } });

  const expectText = async (): Promise<void> => {
    const { page } = stage;
    await page.getByText(HOSTILE, { exact: false }).filter({ visible: true }).first().waitFor();
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    expect(await page.title()).to.contain("gateway-sandbox");
  };

  for (const [name, place] of PLACES) {
    it(`is text as the name of ${name}`, async () => {
      await showPortal(stage, place);
      await expectText();
    });
  }

  it("does nothing in what sessions and tokens hold, nor in the ids that somebody wants for them", async () => {
    const { page, url } = stage;
    const kept = keptClientOf(url, "TESTKEPT");
    const card = { number: "5123450000000008", expiry: { month: "01", year: "39" }, nameOnCard: HOSTILE };
    const sourceOfFunds = { type: "CARD", provided: { card } };
    const session = await filledSession(kept, { sourceOfFunds, order: { reference: HOSTILE } });
    expect((await kept.putToken("plain", { sourceOfFunds })).status).to.equal(201);
    expect((await kept.putToken(HOSTILE, { sourceOfFunds })).status).to.equal(400);
    expect((await kept.updateSession(HOSTILE, { sourceOfFunds })).status).to.equal(400);
    await showPortal(stage, "merchant?merchant=TESTKEPT");
    await page.getByRole("region", { name: "Sessions" }).getByText(session).waitFor();
    await page.getByRole("region", { name: "Tokens" }).getByText("plain").waitFor();
    expect(await page.getByRole("region", { name: "Tokens" }).getByRole("listitem").count()).to.equal(1);
    expect(await page.locator("img[src=x]").count()).to.equal(0);
    expect(await page.title()).to.contain("gateway-sandbox");
  });

  it("is text in the lists of sessions and tokens of a merchant of that name", async () => {
    const { page } = stage;
    await showPortal(stage, `merchant?merchant=${CODED}`);
    for (const name of ["Sessions", "Tokens"])
      await page.getByRole("region", { name }).getByRole("button", { name: "Command" }).waitFor();
    await expectText();
  });

  it("is text in the editor, in what it remarks, and in the palette", async () => {
    const { page } = stage;
    await showPortal(stage, "scenarios/fresh");
    await page.getByRole("textbox", { name: "Text of fresh" }).click();
    await page.keyboard.press("Control+End");
    await page.keyboard.type(`  - { id: "${HOSTILE}", outcome: "${HOSTILE}" }`);
    await page
      .getByRole("region", { name: "Mistakes" })
      .getByText("onerror", { exact: false })
      .first()
      .waitFor();
    await expectText();
    await page.getByRole("heading", { name: "fresh" }).click();
    await page.keyboard.press("Control+k");
    await page.getByRole("dialog", { name: "Go to" }).waitFor();
    await page.keyboard.type(HOSTILE);
    await page.getByRole("option", { name: `Search the traffic for ${HOSTILE}` }).waitFor();
    await expectText();
  });
});
