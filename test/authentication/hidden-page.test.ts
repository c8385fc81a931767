import { expect } from "chai";
import { textAt, valueAt } from "../../server/domain/json.ts";
import type { Json } from "../../server/domain/json.ts";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { authenticate, authenticated, initiate } from "./calls.ts";
import { formIn, htmlOf, playMethod, submit } from "./emulator.ts";

const MASTERCARD = "5123450000000008";

const at = (body: unknown, path: string): Json | undefined => valueAt(body as Json, path);

describe("the issuer's hidden page", () => {
  const running = suiteSandbox({
    merchants: { SHOP: {} },
    scenario: {
      rules: [
        {
          id: "silent",
          when: { reference: "silent" },
          authentication: { method: "NO_CALLBACK", result: "SUCCESSFUL" },
        },
        { id: "usual", authentication: { result: "SUCCESSFUL" } },
      ],
    },
  });
  const client = clientOn(running, "SHOP");

  it("is called back, and the answer of the next step says so", async () => {
    const initiated = await client.put({ order: "called", transaction: "auth", body: initiate(MASTERCARD) });
    const form = formIn(htmlOf(initiated));
    expect([form.id, form.target]).to.deep.equal(["initiate3dsSimpleRedirectForm", "methodFrame"]);
    expect(at(initiated.body, "authentication.redirect.customizedHtml.3ds2.methodPostData")).to.equal(
      form.fields["threeDSMethodData"],
    );
    expect((await playMethod(initiated)).status).to.equal(200);
    const asked = await client.put({ order: "called", transaction: "auth", body: authenticate(MASTERCARD) });
    expect(at(asked.body, "authentication.3ds2.methodCompleted")).to.equal(true);
  });

  it("is not called back when the merchant's page leaves it out, or a rule keeps it silent", async () => {
    const left = await authenticated(client, "left", MASTERCARD);
    expect(at(left.asked.body, "authentication.3ds2.methodCompleted")).to.equal(false);
    const body = { ...initiate(MASTERCARD), order: { currency: "USD", reference: "silent" } };
    const initiated = await client.put({ order: "silent", transaction: "auth", body });
    const hidden = await submit(formIn(htmlOf(initiated)));
    expect([hidden.status, formIn(hidden.text).action]).to.deep.equal([200, ""]);
    const why = await client.why(hidden);
    expect(why.notes).to.include("The issuer's page does not call back, as the scenario says.");
    const asked = await client.put({ order: "silent", transaction: "auth", body: authenticate(MASTERCARD) });
    expect(at(asked.body, "authentication.3ds2.methodCompleted")).to.equal(false);
    expect(textAt(asked.body as Json, "transaction.authenticationStatus")).to.equal(
      "AUTHENTICATION_SUCCESSFUL",
    );
  });
});
