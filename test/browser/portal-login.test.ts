import { expect } from "chai";
import { pay } from "../support/requests.ts";
import { clientOf } from "../support/sandbox.ts";
import { expectAccessible } from "./accessible.ts";
import { setStage } from "./stage.ts";

describe("the portal where a token is needed", function () {
  const TOKEN = "let-me-see-what-is";
  const stage = setStage({
    environment: { SANDBOX_CONTROL_TOKEN: TOKEN, SANDBOX_PASSWORD: "another-one" },
  });

  it("asks for it, and for the merchant's password before it pays", async () => {
    const { page } = stage;
    await page.goto(`${stage.url}/_sandbox/`);
    const token = page.getByLabel("Control token");
    await token.fill("let-me-see-what-isn't");
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("This is not a token of this sandbox.").waitFor();
    await expectAccessible(page);
    await token.fill(TOKEN);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByText("Live", { exact: true }).waitFor();
    await page.getByLabel("Password of TESTSHOP").fill("another-one");
    await page.getByRole("button", { name: "Pay 12.34 USD" }).click();
    await page.getByText("201 SUCCESS APPROVED").waitFor();
    await page.reload();
    await page.getByText("Live", { exact: true }).waitFor();
  });

  it("sends nothing again before the merchant's password is there", async () => {
    const { page } = stage;
    await clientOf(stage.url, "TESTSHOP", "another-one").put({ order: "o", transaction: "1", body: pay() });
    await page.goto(`${stage.url}/_sandbox/#/traffic?q=PAY`);
    await page.getByLabel("Control token").fill(TOKEN);
    await page.getByRole("button", { name: "Log in" }).click();
    await page.getByRole("link", { name: "PAY" }).first().click();
    await page.getByText("Send it again").click();
    const calls: string[] = [];
    page.on("request", (request) => calls.push(request.url()));
    await page.getByRole("button", { name: "Send", exact: true }).click();
    const password = page.getByLabel("Password of TESTSHOP");
    await password.and(page.locator(":focus:invalid")).waitFor();
    expect(calls.filter((address) => address.includes("/api/rest/"))).to.deep.equal([]);
    await password.fill("another-one");
    await page.getByRole("button", { name: "Send", exact: true }).click();
    await page.getByRole("link", { name: /^o-/ }).first().waitFor();
  });
});
