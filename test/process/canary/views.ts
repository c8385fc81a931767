import type { Exchange } from "../../../server/domain/exchange.ts";
import { CONTROL_OPERATIONS } from "../../../server/http/control-operations/index.ts";
import { atOnce } from "./at-once.ts";
import { control } from "./control.ts";
import type { Marks } from "./marks.ts";
import { MERCHANT_MODES } from "./subject.ts";
import type { Subject } from "./subject.ts";

const DOCUMENTS = ["v1.json", "v60.json", "v100.json", "control.json"];

/** Looks at everything that the control API shows of what was sent. Gives the ids of all exchanges, newest first. */
export async function lookAtViews(subject: Subject, marks: Marks): Promise<readonly string[]> {
  const ids = await lookAtExchanges(subject);
  for (const { method, path } of CONTROL_OPERATIONS.filter(({ method }) => method === "get")) {
    for (const merchant of path.includes(":merchantId") ? Object.keys(MERCHANT_MODES) : [""]) {
      for (const document of path.includes(":document") ? DOCUMENTS : [""]) {
        const named = path.replace(":merchantId", merchant).replace(":document", document);
        await control(subject, method, named.replace(":id", ids[0] ?? ""));
      }
    }
  }
  for (const merchant of Object.keys(MERCHANT_MODES)) {
    await control(subject, "post", `/v1/merchants/${merchant}/verify`, expectations(marks));
    await control(subject, "post", "/v1/exchanges/wait", { merchant, count: 200, timeoutMs: 0 });
  }
  await atOnce(ids.keys(), async (index) => {
    await control(subject, "get", `/v1/exchanges/${ids[index] ?? ""}/bundle`);
  });
  return ids;
}

async function lookAtExchanges(subject: Subject): Promise<readonly string[]> {
  const ids: string[] = [];
  for (;;) {
    const before = ids.length === 0 ? "" : `&before=${ids.at(-1) ?? ""}`;
    const { body } = await control(subject, "get", `/v1/exchanges?limit=500${before}`);
    const { exchanges } = JSON.parse(body) as { readonly exchanges: readonly Exchange[] };
    if (exchanges.length === 0) return ids;
    ids.push(...exchanges.map(({ id }) => id));
  }
}

/** Expectations that name card numbers wherever they name anything, and are not met. */
export function expectations(marks: Marks) {
  const number = (place: string): string => marks.number(`expected ${place}`);
  const filter = {
    order: number("order of filter"),
    transaction: number("transaction"),
    rule: number("rule"),
    case: number("case"),
  };
  return {
    expectations: [
      {
        id: number("id"),
        case: number("case"),
        note: number("note"),
        order: number("order"),
        captured: "12.34",
      },
      { reference: number("reference"), status: "CAPTURED", totals: { captured: "1.00" } },
      { reference: `card ${number("reference in a text")}`, exists: true },
      { exchanges: filter, exactly: 7 },
      { never: "double-payment", where: filter },
      { never: "missing-correlation-id" },
    ],
  };
}
