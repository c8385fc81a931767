import { textAt } from "../../domain/json.ts";
import type { Json } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order } from "../../domain/order/order.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import { hiddenIn, isMaskedNumber, standInFor, standInOf } from "../../domain/card/hidden-members.ts";
import type { HiddenMember } from "../../domain/card/hidden-members.ts";

interface ObstacleMaterial {
  readonly merchant: Merchant | undefined;
  readonly order: Order | undefined;
}

/** What keeps an exchange from being played again, in sentences; nothing when it can be. */
export function obstaclesOf(exchange: Exchange, material: ObstacleMaterial, path: string): readonly string[] {
  return [
    ...requestObstacles(exchange, path),
    ...merchantObstacles(exchange, material),
    ...orderObstacles(exchange, material),
    ...bodyObstacles(exchange),
  ];
}

const IDS: ReadonlySet<string> = new Set(["order.id", "transaction.id"]);
const HAS_MASKED_NUMBER = /\d{6}x+\d{4}/;

function requestObstacles({ request, refusal }: Exchange, path: string): readonly string[] {
  if (!request.route.startsWith("/api/rest/"))
    return ["It was not a request to one of the gateway's own paths."];
  const field = refusal?.fault?.field ?? "";
  // Ids that look like card numbers are refused, and are recorded masked (assumption A4).
  if (IDS.has(field) && HAS_MASKED_NUMBER.test(path))
    return [`${field} looked like a card number, so it is not recorded.`];
  const unknown = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return unknown.length === 0 ? [] : [`The exchange does not contain the path's ${unknown.join(" and ")}.`];
}

function merchantObstacles(
  { merchantId, authentication }: Exchange,
  { merchant }: ObstacleMaterial,
): string[] {
  if (merchantId === undefined) return ["The request was not authenticated."];
  const isProven = authentication.endsWith("accepted");
  if (!isProven) return ["The refused credentials are not recorded."];
  return merchant === undefined ? ["The sandbox no longer has this merchant."] : [];
}

function orderObstacles({ moment }: Exchange, { order }: ObstacleMaterial): readonly string[] {
  const entries = order?.transactions.length ?? 0;
  return entries >= (moment?.entriesAfter ?? 0) ? [] : ["The order has been deleted since."];
}

function bodyObstacles(exchange: Exchange): readonly string[] {
  const { request, committed, repeated, refusal, contract } = exchange;
  const { body, method } = request;
  if (body === undefined)
    return method === "GET" ? [] : ["The body is not recorded: it was too large or unreadable."];
  const judged = (contract?.findings ?? []).map(({ field }) => field);
  const hidden = hiddenIn(body);
  // Rules of meaning compare card numbers and nothing more of them, which stand-ins do as well.
  const isRefused = ({ path, value }: HiddenMember): boolean =>
    judged.includes(path) || (refusal?.fault?.field === path && !isMaskedNumber(value));
  const refused = hidden.filter(isRefused);
  const lost = hidden.filter((member) => standInFor(member, (masked) => standInOf(masked)) === undefined);
  return [
    ...refused.map(({ path }) => `The invalid value of ${path} is not recorded.`),
    ...lost.map(({ path }) => `${path} is not recorded, and cannot be replaced.`),
    ...(committed || repeated ? [] : sourceObstacles(body)),
  ];
}

/** Of a stored transaction the order knows what its session and token held. */
function sourceObstacles(body: Json): readonly string[] {
  const sources = [
    ["session.id", "session"],
    ["sourceOfFunds.token", "token"],
  ] as const;
  return sources.flatMap(([path, name]) =>
    textAt(body, path) === undefined
      ? []
      : [`The contents of the ${name} are not recorded, because nothing was stored.`],
  );
}
