import type { JsonObject } from "../../../server/domain/json.ts";
import { withValue } from "../../contract/limits/body.ts";
import { pay } from "../../support/requests.ts";
import { atOnce } from "./at-once.ts";
import { control } from "./control.ts";
import type { Marks } from "./marks.ts";
import { CALLED } from "./operations.ts";
import type { Subject } from "./subject.ts";
import { SENT_AS, WRITTEN } from "./written.ts";

/** Card numbers in requests that are only to be explained. */
export async function sendToExplain(subject: Subject, marks: Marks): Promise<void> {
  const explain = (merchant: string, wish: JsonObject): Promise<unknown> =>
    control(subject, "post", `/v1/merchants/${merchant}/explain`, wish);
  await atOnce(CALLED.entries(), async ([turn, called]) => {
    const merchant = turn % 2 === 0 ? "OBSERVE" : "STRICT";
    const body = called.members.reduce<JsonObject>((filled, member, index) => {
      const number = marks.number(`explained ${called.name} ${member}`);
      return withValue(filled, member, SENT_AS[(index + turn) % SENT_AS.length]?.(number) ?? number);
    }, called.body);
    const path = called.path(`explained-${turn}`).replace("MERCHANT", merchant);
    await explain(merchant, { method: called.method, path, body });
  });
  for (const wish of wishes(marks)) await explain("STRICT", wish);
}

function wishes(marks: Marks): readonly JsonObject[] {
  const number = (place: string): string => marks.number(`explained ${place}`);
  const path = (order: string): string =>
    `/api/rest/version/100/merchant/STRICT/order/${order}/transaction/1`;
  const basic = (credentials: string): string => `Basic ${Buffer.from(credentials).toString("base64")}`;
  return [
    ...Object.values(WRITTEN).flatMap((write) => [
      { path: path(encodeURIComponent(write(number("order id")))), body: pay() },
      { path: `/${encodeURIComponent(write(number("path")))}`, body: pay() },
      { path: `${path("o")}?card=${encodeURIComponent(write(number("query")))}` },
      { path: path("o"), headers: { prefer: `scenario=${write(number("prefer"))}` }, body: pay() },
      { path: path("o"), headers: { "x-card": write(number("header")) }, body: pay() },
      { path: path("o"), body: `{"${write(number("broken"))}` },
    ]),
    { path: path("o"), headers: { authorization: basic(`merchant.${number("user")}:sandbox`) }, body: pay() },
    { path: path("o"), headers: { [number("header name")]: "x" }, body: pay() },
    { path: number("bare path"), method: number("method"), strange: number("strange") },
  ];
}
