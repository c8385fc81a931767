import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { ENDPOINTS } from "../../../server/http/control/resources.ts";
import { atOnce } from "./at-once.ts";
import { control } from "./control.ts";
import type { Marks } from "./marks.ts";
import { LAST_EVENT, MERCHANT_MODES } from "./subject.ts";
import type { Subject } from "./subject.ts";

const MERCHANTS = Object.keys(MERCHANT_MODES);
const WITH_LITTLE = ["REPORTED", "NOTIFIED"];
const DOCUMENTS = ["v1.json", "v60.json", "v100.json", "control.json"];

/** Looks at everything that the control API shows of what was sent. Gives bundles that can be played again. */
export async function lookAtViews(subject: Subject, marks: Marks): Promise<readonly string[]> {
  const exchanges = await lookAtExchanges(subject);
  for (const path of viewsOf(exchanges[0]?.id ?? "")) await control(subject, "get", path);
  await subject.request("/_sandbox/v1/traffic/stream", {
    headers: { [LAST_EVENT]: exchanges[400]?.id ?? "" },
  });
  for (const merchant of MERCHANTS) {
    await control(subject, "post", `/v1/merchants/${merchant}/verify`, expectations(marks));
    await control(subject, "post", "/v1/exchanges/wait", { merchant, count: 200, timeoutMs: 0 });
  }
  const bundles: string[] = [];
  await atOnce(bundled(exchanges), async ({ id }) => {
    const { body } = await control(subject, "get", `/v1/exchanges/${id}/bundle`);
    if (body.includes('"isPossible":true') && body.includes('"committed":true')) bundles.push(body);
  });
  return bundles;
}

const REPORT = "/v1/merchants/:merchantId/report.html";

/** Looks at the page about everything of each merchant, which takes minutes once there are all exchanges. */
export async function lookAtReports(subject: Subject): Promise<void> {
  for (const path of filled(REPORT, ":merchantId", MERCHANTS)) await control(subject, "get", path);
}

/** Every path that is read, for every merchant; the report of those with much traffic was looked at before. */
function viewsOf(exchange: string): readonly string[] {
  return ENDPOINTS.filter(({ method }) => method === "get")
    .flatMap(({ path }) => (path === REPORT ? filled(path, ":merchantId", WITH_LITTLE) : [path]))
    .map((path) => path.replace(":id", exchange))
    .flatMap((path) => filled(path, ":merchantId", MERCHANTS))
    .flatMap((path) => filled(path, ":document", DOCUMENTS));
}

function filled(path: string, name: string, values: readonly string[]): readonly string[] {
  return path.includes(name) ? values.map((value) => path.replace(name, value)) : [path];
}

/**
 * A bundle holds its order up to its exchange, and what all bundles have in common: hence the last of each order, and only
 * some of those that changed nothing. The newest come first.
 */
function bundled(exchanges: readonly Exchange[]): readonly Exchange[] {
  const orders = new Set<string>();
  return exchanges.filter(({ committed, merchantId, request }, index) => {
    const order = `${merchantId ?? ""} ${request.orderId ?? ""}`;
    const isLast = committed && !orders.has(order);
    if (isLast) orders.add(order);
    return committed ? isLast : index % 8 === 0;
  });
}

async function lookAtExchanges(subject: Subject): Promise<readonly Exchange[]> {
  const all: Exchange[] = [];
  for (;;) {
    const before = all.length === 0 ? "" : `&before=${all.at(-1)?.id ?? ""}`;
    const { body } = await control(subject, "get", `/v1/exchanges?limit=500${before}`);
    const { exchanges } = JSON.parse(body) as { readonly exchanges: readonly Exchange[] };
    if (exchanges.length === 0) return all;
    all.push(...exchanges);
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
