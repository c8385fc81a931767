import { deflateSync, gzipSync } from "node:zlib";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { pay, withValue } from "../../support/requests.ts";
import { SECRETS } from "./marks.ts";
import type { Marks } from "./marks.ts";
import type { Subject } from "./subject.ts";
import { WRITTEN } from "./written.ts";

const ROOT = "/api/rest/version/100/merchant/MERCHANT";
const TRANSACTION = `${ROOT}/order/order-1/transaction/elsewhere`;
const CARD = "sourceOfFunds.provided.card";

const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString("base64")}`;

/** Card numbers in the parts of a request that are no member's value. */
export async function sendElsewhere(subject: Subject, marks: Marks): Promise<void> {
  await sendInText(subject, marks);
  await sendInNames(subject, marks);
  await sendBroken(subject, marks);
  await sendInPaths(subject, marks);
  await sendInHeaders(subject, marks);
}

async function sendInText(subject: Subject, marks: Marks): Promise<void> {
  const free = ["order.reference", "order.custom.note", "transaction.merchantNote", "customer.firstName"];
  const members = [...free, "strange", "apiOperation", "order.amount", "order.currency"];
  const texts = members.flatMap((member) =>
    Object.entries(WRITTEN).map(([form, write]) => ({
      member,
      text: write(marks.number(`${member} ${form}`)),
    })),
  );
  for (const [index, { member, text }] of texts.entries()) {
    for (const merchant of ["STRICT", "OBSERVE"] as const) {
      const path = `${ROOT}/order/text-${index}/transaction/1`;
      await subject.put(merchant, path, withValue(pay(), member, text));
      await subject.request(path.replace("MERCHANT", merchant), {
        headers: { Authorization: basic(`merchant.${merchant}:sandbox`) },
      });
    }
  }
}

async function sendInNames(subject: Subject, marks: Marks): Promise<void> {
  const number = (place: string): string => marks.number(`name in ${place}`);
  const bodies: readonly Json[] = [
    { [number("body")]: 1, ...pay() },
    withValue(pay(), `order.${number("order")}`, "x"),
    withValue(pay(), `order.custom.${number("custom")}`, "x"),
    withValue(pay(), `${CARD}.${number("card")}`, { [number("card below")]: [1] }),
    { ...pay(), strange: [{ [number("list")]: Number(number("list as number").slice(0, 15)) }] },
    withValue(pay(), `${CARD}.number`, Number(marks.number("number as JSON number"))),
    withValue(pay(), "order.reference", Number(marks.number("reference as JSON number"))),
    withValue(pay(), "apiOperation", Number(marks.number("apiOperation as JSON number"))),
    withValue(pay(), "apiOperation", { number: marks.otherNumber("apiOperation as object") }),
    Number(marks.number("the whole body as JSON number")),
    marks.number("the whole body as text"),
    [marks.number("the whole body as list")],
    withValue(pay(), "sourceOfFunds.token", marks.number("token")),
    withValue(pay(), "session.id", `SESSION${marks.number("session")}`.padEnd(31, "x")),
    withValue(pay(), "correlationId", `correlation ${marks.number("correlationId")}`),
  ];
  for (const [index, body] of bodies.entries()) {
    for (const merchant of ["STRICT", "GATEWAY", "OBSERVE"] as const)
      await subject.put(merchant, `${ROOT}/order/names-${index}/transaction/1`, body);
  }
}

async function sendBroken(subject: Subject, marks: Marks): Promise<void> {
  const body = (place: string): JsonObject =>
    withValue(
      withValue(pay(), `${CARD}.securityCode`, SECRETS.securityCode),
      `${CARD}.number`,
      marks.number(place),
    );
  const whole = JSON.stringify(body("broken JSON"));
  for (let cut = 1; cut < whole.length; cut += 3) {
    await subject.put("STRICT", TRANSACTION, Buffer.from(whole.slice(0, cut)));
    await subject.put("STRICT", TRANSACTION, Buffer.from(`${whole.slice(0, cut)}\u0001${whole.slice(cut)}`));
  }
  for (const number of [marks.number("bare"), marks.number("other bare")]) {
    for (const text of [
      `{"a":${number}x}`,
      `{${number}:1}`,
      `${number} ${number}`,
      `'${number}'`,
      `"\\${number}"`,
    ])
      await subject.put("STRICT", TRANSACTION, Buffer.from(text));
  }
  await sendEncoded(subject, marks);
  await subject.put("STRICT", TRANSACTION, gzipSync(JSON.stringify(body("gzip without its header"))));
  await subject.put("STRICT", TRANSACTION, Buffer.from(JSON.stringify(body("UTF-16")), "utf16le"));
}

/** With a header that says how, which is true or not. */
async function sendEncoded(subject: Subject, marks: Marks): Promise<void> {
  const authorization = basic("merchant.STRICT:sandbox");
  for (const encoding of ["gzip", "deflate", "br", "identity"]) {
    for (const encode of [gzipSync, deflateSync, (text: string) => Buffer.from(text, "latin1")]) {
      const number = marks.number(`${encoding} body`);
      const body = encode(JSON.stringify(withValue(pay(), "order.reference", number)));
      const headers = { Authorization: authorization, "Content-Encoding": encoding };
      const path = TRANSACTION.replace("MERCHANT", "STRICT");
      await subject.request(path, { method: "PUT", headers, body: new Uint8Array(body) });
    }
  }
}

async function sendInPaths(subject: Subject, marks: Marks): Promise<void> {
  const options = { headers: { Authorization: basic("merchant.STRICT:sandbox") } };
  const root = ROOT.replace("MERCHANT", "STRICT");
  for (const [form, write] of Object.entries(WRITTEN)) {
    const segment = (place: string): string => encodeURIComponent(write(marks.number(`${place} ${form}`)));
    const paths = [
      `${root}/order/${segment("order id")}`,
      `${root}/order/o/transaction/${segment("transaction id")}`,
      `/api/rest/version/${segment("version")}/merchant/STRICT/order/o`,
      `/api/rest/version/100/merchant/${segment("merchant id")}/order/o`,
      `${root}/order/o?card=${segment("query")}`,
      `${root}/order/o/${segment("unknown path")}`,
      `/${segment("path")}`,
      `/_sandbox/v1/exchanges/${segment("exchange id")}`,
      `/_sandbox/v1/exchanges?limit=${segment("limit")}`,
      `/_sandbox/v1/${segment("control path")}`,
      `${root}/riskassessment/${segment("risk assessment id")}`,
    ];
    for (const path of paths) {
      await subject.request(path, options);
      await subject.request(path, { ...options, method: "PUT", body: JSON.stringify(pay()) });
    }
  }
}

async function sendInHeaders(subject: Subject, marks: Marks): Promise<void> {
  const path = TRANSACTION.replace("MERCHANT", "STRICT");
  const number = (place: string): string => marks.number(`header ${place}`);
  const headers: readonly Record<string, string>[] = [
    { Authorization: basic(`merchant.${number("user")}:sandbox`) },
    { Authorization: basic(`merchant.STRICT:${number("password")}`) },
    { Authorization: basic(`${number("whole user")}:${SECRETS.securityCode}`) },
    { Authorization: `Bearer ${number("bearer")}` },
    { Authorization: basic("merchant.STRICT:sandbox"), "X-Card": number("X-Card"), Cookie: number("cookie") },
    { Authorization: basic("merchant.STRICT:sandbox"), [`X-${number("name")}`]: "x" },
    { Authorization: basic("merchant.STRICT:sandbox"), "Content-Encoding": number("encoding") },
    {
      Authorization: basic("merchant.STRICT:sandbox"),
      "Content-Type": `text/plain; charset=${number("charset")}`,
    },
  ];
  for (const given of headers)
    await subject.request(path, { method: "PUT", headers: given, body: JSON.stringify(pay()) });
  await subject.raw(`GET /${number("raw path")} NOTHTTP/1.1\r\nHost: a\r\n\r\n`);
  await subject.raw(`${number("raw method")} / HTTP/1.1\r\nHost: a\r\n\r\n`);
  await subject.raw(
    `GET /_sandbox/v1/exchanges HTTP/1.1\r\nHost: ${number("host")}\r\nConnection: close\r\n\r\n`,
  );
  await subject.raw(
    `GET / HTTP/1.1\r\nHost: a\r\nX-${number("raw name")}: \u0001${number("raw value")}\r\n\r\n`,
  );
}
