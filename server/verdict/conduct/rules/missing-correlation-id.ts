import { isObject, textAt } from "../../../domain/json.ts";
import type { Exchange } from "../../../domain/record/exchange.ts";
import type { ConductRule } from "../conduct-rule.ts";
import { groupedBy } from "../grouped.ts";

/** The specification does not ask for it, so that it is looked for on request only. */
export const missingCorrelationId: ConductRule = {
  id: "missing-correlation-id",
  severity: "warning",
  title: "A request without correlationId",
  duty: "Every request has a correlationId",
  reason: "Without it, nobody can find the request in the logs of both sides.",
  isOnByDefault: false,
  needsTime: false,
  find: (exchanges) => {
    const without = exchanges.filter(lacksCorrelationId);
    return [...groupedBy(without, ({ request }) => request.operation)].map(([operation, group]) => ({
      message: `${operation ?? "The request"} was sent without correlationId`,
      exchanges: group.map(({ id }) => id),
      count: group.length,
    }));
  },
};

/** Only a body that a contract has judged can have one. */
export function lacksCorrelationId({ contract, request: { body } }: Exchange): boolean {
  if (contract === undefined || !isObject(body)) return false;
  return textAt(body, "correlationId") === undefined;
}
