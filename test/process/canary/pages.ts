import { checkoutOf, CARD_FORM } from "../../browser/checkout-client.ts";
import { initiate } from "../../browser/browser-requests.ts";
import { SECRETS } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Subject } from "./subject.ts";
import { WRITTEN } from "./written.ts";

const ROOT = "/api/rest/version/100/merchant/MERCHANT";

/** Card data in the forms of the pages for payers. */
export async function sendToPages(subject: Subject, marks: Marks): Promise<void> {
  await payAtCheckout(subject, marks);
  await chooseAtProvider(subject, marks);
}

async function payAtCheckout(subject: Subject, marks: Marks): Promise<void> {
  const { body } = await subject.send("POST", "STRICT", `${ROOT}/session`, checkoutOf("checkout-page"));
  const page = `/checkout/pay/${/SESSION\w+/.exec(body)?.[0] ?? ""}`;
  const fields = [...Object.keys(CARD_FORM), "strange"];
  for (const [form, write] of Object.entries(WRITTEN)) {
    for (const field of fields) {
      const text = write(marks.number(`checkout ${field} ${form}`));
      await post(subject, page, { ...CARD_FORM, number: "1", [field]: text });
    }
    await post(subject, page, { ...CARD_FORM, [marks.number("checkout field name")]: form });
    await post(subject, `/checkout/pay/${encodeURIComponent(write(marks.number("checkout session")))}`, {});
  }
  const number = marks.number("checkout that is paid");
  await post(subject, page, { ...CARD_FORM, number, securityCode: SECRETS.securityCode.slice(0, 3) });
  for (const path of [page, page.replace("pay", "receipt")]) await subject.request(path, {});
}

async function chooseAtProvider(subject: Subject, marks: Marks): Promise<void> {
  const path = `${ROOT}/order/provider-page/transaction/1`;
  const { body } = await subject.put(
    "STRICT",
    path,
    initiate({ "order.description": marks.number("description") }),
  );
  const [, page = ""] = /"redirectUrl":"https?:\/\/[^/"]+([^"]+)"/.exec(body) ?? [];
  const fields = [
    "action",
    "company",
    "street",
    "city",
    "postcodeZip",
    "stateProvince",
    "country",
    "strange",
  ];
  for (const [form, write] of Object.entries(WRITTEN)) {
    for (const field of fields) {
      const text = write(marks.number(`provider ${field} ${form}`));
      await post(subject, page, { action: "pay", country: "1", [field]: text });
    }
  }
  await post(subject, page, { action: "pay", street: `card ${marks.number("street")}`, country: "AUS" });
  for (const view of [page, path.replace("MERCHANT", "STRICT")]) await subject.request(view, {});
  await subject.get("STRICT", path);
}

async function post(subject: Subject, path: string, fields: Readonly<Record<string, string>>): Promise<void> {
  await subject.request(path, { method: "POST", body: new URLSearchParams(fields) });
}
