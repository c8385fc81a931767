import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import { clientOn, suiteSandbox } from "../flows/started.ts";
import { withValues } from "../support/requests.ts";
import { authenticate, initiate } from "./calls.ts";
import { challengedBy } from "./emulator.ts";
import { check, enrollmentClientOf, formOfCheck } from "./enrollment-client.ts";

const CARD = "5123450000000008";

/** What the browser prefers; language and direction of the page, and a word of it. */
const PREFERRED = [
  [undefined, "en", "ltr", "One-time password"],
  ["de-CH,de;q=0.9,en;q=0.5", "de", "ltr", "Einmalpasswort"],
  ["it,fr;q=0.8,en;q=0.5", "fr", "ltr", "Mot de passe à usage unique"],
  ["es", "es", "ltr", "Contraseña de un solo uso"],
  ["ar-EG", "ar", "rtl", "كلمة مرور لمرة واحدة"],
  ["ja,*;q=0.5", "en", "ltr", "One-time password"],
] as const;

describe("the issuer's pages", () => {
  const running = suiteSandbox({ merchants: { SHOP: {} } });
  const client = clientOn(running, "SHOP");
  let ids = 0;

  const challengeUrl = async (values = {}): Promise<string> => {
    const by = { order: `spoken-${(ids += 1)}`, transaction: "auth" };
    await client.put({ ...by, body: initiate(CARD) });
    const asked = await client.put({ ...by, body: withValues(authenticate(CARD), values) });
    return (await challengedBy(asked)).url;
  };
  const get = (url: string, preferred?: string): Promise<Response> =>
    Promise.resolve(
      request(new URL(url).origin)
        .get(new URL(url).pathname)
        .set(preferred === undefined ? {} : { "Accept-Language": preferred }),
    );

  for (const [preferred, language, direction, word] of PREFERRED) {
    it(`speak ${language} to a browser that prefers ${preferred ?? "nothing"}`, async () => {
      const { text } = await get(await challengeUrl(), preferred);
      expect(text).to.contain(`<html lang="${language}" dir="${direction}">`).and.to.contain(word);
      const secure = enrollmentClientOf(running.sandbox.url, "SHOP");
      const form = formOfCheck(await secure.check(`spoken-${(ids += 1)}`, check(CARD)));
      const { origin, pathname } = new URL(form.action);
      const first = await request(origin)
        .post(pathname)
        .set(preferred === undefined ? {} : { "Accept-Language": preferred })
        .type("form")
        .send(form.fields);
      expect(first.text).to.contain(`<html lang="${language}" dir="${direction}">`).and.to.contain(word);
    });
  }

  it("speak the language that the shop's page told of the device, whatever the browser prefers now", async () => {
    const url = await challengeUrl({ "device.browserDetails": { language: "fr-CA" }, "device.browser": "x" });
    expect((await get(url, "de")).text).to.contain('<html lang="fr" dir="ltr">');
  });
});
