import type { Exchange } from "../../../domain/record/exchange.ts";
import type { ConductRule, Remark } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";

export const mixedVersions: ConductRule = {
  id: "mixed-versions-on-order",
  severity: "warning",
  title: "Several API versions on one order",
  duty: "Each order is used with only one API version",
  reason:
    "Each version has members that the other does not know; part of the client was probably not migrated.",
  isOnByDefault: true,
  needsTime: false,
  find: (exchanges) => {
    const ofOrders = exchanges.filter(({ request }) => request.orderId !== undefined);
    return [...groupedBy(ofOrders, ({ request }) => request.orderId).values()].flatMap(remarkOn);
  },
};

function remarkOn(ofOrder: readonly Exchange[]): readonly Remark[] {
  const byVersion = groupedBy(
    ofOrder.filter(({ request }) => request.version !== undefined),
    ({ request }) => request.version,
  );
  if (byVersion.size < 2) return [];
  const [first] = ofOrder;
  const message = `order ${first?.request.orderId ?? ""} was used under versions ${[...byVersion.keys()].join(", ")}`;
  // The first of each version shows it.
  const exchanges = [...byVersion.values()].flatMap(([one]) => (one === undefined ? [] : [one.id]));
  return [{ message, exchanges, count: 1 }];
}
