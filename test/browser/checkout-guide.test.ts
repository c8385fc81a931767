import { readFile } from "node:fs/promises";
import { expect } from "chai";
import { textAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn } from "../flows/started.ts";
import { begin, checkoutOf, indicatorOf, sessionIdOf } from "./checkout-client.ts";
import { formFrame, payWith } from "./merchant-page.ts";
import { setStage } from "./stage.ts";

const GUIDE = await readFile(new URL("../../docs/hosted-checkout.md", import.meta.url), "utf8");
const EXAMPLES = [...GUIDE.matchAll(/^```html\n([^]*?)^```$/gm)].map(([, text = ""]) => text);

/** Functions that the first example names and leaves to the shop: what they are told stands in the page. */
const FUNCTIONS = `<script>
  for (const name of ["onError", "onCancel", "onComplete"])
    window[name] = (told) => document.body.append(name + " " + JSON.stringify(told));
</script>`;

describe("the examples of the guide to hosted checkout, in a shop's page", function () {
  this.timeout(60_000);
  const stage = setStage();
  let orders = 0;

  /** The page as the guide prints it: the script, and the element with the call. */
  const show = async (session: string, functions: string): Promise<void> => {
    const [script = "", shown = "", ...others] = EXAMPLES;
    expect(others).to.deep.equal([]);
    const page = `${script}<body>${functions}${shown}`
      .replaceAll("http://127.0.0.1:8620", stage.url)
      .replace("SESSION0002…", session);
    await stage.page.goto(stage.shop.show("/guide", page));
  };
  const visit = async (values: Parameters<typeof checkoutOf>[1], functions = "") => {
    const order = `guide-${(orders += 1)}`;
    const begun = await begin(stage.url, checkoutOf(order, values));
    await show(sessionIdOf(begun), functions);
    return { order, indicator: indicatorOf(begun) };
  };
  const statusOf = async (order: string): Promise<string | undefined> =>
    textAt((await clientOn(stage.running).getOrder(order)).body as Json, "status");

  it("show the form, in which the payer pays, and lead to the return URL with the indicator", async () => {
    const { order, indicator } = await visit({ "interaction.returnUrl": stage.shop.returnUrl });
    await payWith(formFrame(stage.page));
    await stage.page.getByText("Thank you").waitFor();
    expect(stage.shop.returns.at(-1)).to.contain(`/back?order=17&resultIndicator=${indicator}`);
    expect(await statusOf(order)).to.equal("CAPTURED");
    stage.tab.expectQuiet();
  });

  it("tell the function for data-complete where there is no return URL", async () => {
    const { order, indicator } = await visit({}, FUNCTIONS);
    await payWith(formFrame(stage.page));
    await stage.page.getByText(`onComplete {"resultIndicator":"${indicator}"`).waitFor();
    expect(await statusOf(order)).to.equal("CAPTURED");
    stage.tab.expectQuiet();
  });

  it("tell the function for data-error what is wrong", async () => {
    await show("SESSION0002000000000000", FUNCTIONS);
    await stage.page.getByText(/onError .*"cause":"INVALID_REQUEST"/).waitFor();
  });
});
