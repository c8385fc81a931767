import { arrowKey, ARROWS } from "../domain/order/transitions.ts";
import type { Exchange } from "../domain/record/exchange.ts";
import { createByMerchant, NOBODY } from "./by-merchant.ts";
import { textAt, valueAt } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import { isTransactionOperation } from "../domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../domain/operations/index.ts";
import { GATEWAY_CODES, isGatewayCode } from "../domain/order/outcome.ts";
import type { Arrow, TransitionType } from "../domain/order/transitions.ts";

/** How often something was met. */
export interface Met {
  readonly times: number;
  /** The first exchange of a merchant with it. */
  readonly example: string;
  /** How many of these requests were refused. */
  readonly refused: number;
}

/** What the requests of a merchant have met of the gateway. */
export interface ContractUse {
  /** By operation and version: "PAY 100". */
  readonly contracts: ReadonlyMap<string, Met>;
  /** By the key of the arrow. */
  readonly arrows: ReadonlyMap<string, Met>;
  /** By the reason of the refusal. */
  readonly reasons: ReadonlyMap<string, Met>;
  /** By the id of the rule that refused. */
  readonly rules: ReadonlyMap<string, Met>;
  /** By response.gatewayCode. */
  readonly codes: ReadonlyMap<string, Met>;
}

/** Counts what all exchanges have met, also those that the journal has let go. */
export interface ContractTally {
  record: (exchange: Exchange) => void;
  /** Undefined: of all merchants together, and of those who never proved to be one. */
  of: (merchantId: string | undefined) => ContractUse;
  forget: (merchantId: string) => void;
}

type Aspect = keyof ContractUse;
type Use = { readonly [aspect in Aspect]: Map<string, Count> };
/** Counted in place: a payment adds to three of them. */
type Count = { -readonly [member in keyof Met]: Met[member] };

/** Merchants whose counts are kept, as many as the journal keeps exchanges of. */
const MERCHANTS_MAX = 1_000;

export function createContractTally(merchantsMax = MERCHANTS_MAX): ContractTally {
  const kept = createByMerchant(newUse, merchantsMax);
  return {
    record: (exchange) => {
      const use = kept.touch(exchange.merchantId ?? NOBODY);
      meet(use.contracts, contractOf(exchange), exchange);
      meet(use.arrows, arrowOf(exchange), exchange);
      meet(use.reasons, exchange.refusal?.reason, exchange);
      meet(use.rules, exchange.rules?.refusedBy?.rule, exchange);
      meet(use.codes, decidedCode(exchange), exchange);
    },
    of: (merchantId) => {
      const sum = newUse();
      const counted = merchantId === undefined ? kept.all() : [kept.of(merchantId) ?? newUse()];
      for (const use of counted) addAll(sum, use);
      return sum;
    },
    forget: kept.forget,
  };
}

function newUse(): Use {
  return { contracts: new Map(), arrows: new Map(), reasons: new Map(), rules: new Map(), codes: new Map() };
}

function contractOf({ contract, request: { operation, version } }: Exchange): string | undefined {
  return contract && operation && version ? contractKey(operation, version) : undefined;
}

/** The keys that there were, by operation and version: a text that is made anew is slow to look up. */
const contractKeys = new Map<string, Map<number, string>>();

function contractKey(operation: string, version: number): string {
  const known = contractKeys.get(operation)?.get(version);
  if (known !== undefined) return known;
  const keys = contractKeys.get(operation) ?? new Map<number, string>();
  contractKeys.set(operation, keys.set(version, `${operation} ${version}`));
  return contractKey(operation, version);
}

const ARROW_KEYS = new Map(ARROWS.map((arrow) => [arrow, arrowKey(arrow)]));

function arrowOf(exchange: Exchange): string | undefined {
  const arrow = walkedArrow(exchange);
  return arrow && ARROW_KEYS.get(arrow);
}

/** What was broken off before it was stored came to no code, and neither did what was refused. */
function decidedCode({ scenario, fault, refusal }: Exchange): string | undefined {
  return fault?.at === "before-commit" || refusal ? undefined : scenario?.gatewayCode;
}

/** Nothing when there is no name. */
function meet(counts: Map<string, Count>, name: string | undefined, { id, refusal }: Exchange): void {
  if (name === undefined) return;
  const known = counts.get(name) ?? begin(counts, name, id);
  known.times += 1;
  if (refusal !== undefined) known.refused += 1;
}

function begin(counts: Map<string, Count>, name: string, example: string): Count {
  const count = { times: 0, example, refused: 0 };
  counts.set(name, count);
  return count;
}

function addAll(sum: Use, use: Use): void {
  for (const aspect of Object.keys(sum) as Aspect[]) {
    for (const [name, { times, example, refused }] of use[aspect]) {
      const known = sum[aspect].get(name) ?? begin(sum[aspect], name, example);
      known.times += times;
      known.refused += refused;
    }
  }
}

/** By the status before, then by the one after: every payment looks its arrow up, and a joined key is a new text. */
const byStatuses = new Map<string, Map<string, readonly Arrow[]>>();
for (const arrow of ARROWS) {
  const onwards = byStatuses.get(arrow.from) ?? new Map<string, readonly Arrow[]>();
  byStatuses.set(arrow.from, onwards.set(arrow.to, [...(onwards.get(arrow.to) ?? []), arrow]));
}

/**
 * The arrow of the state diagram that the exchange has led its order along; undefined when it changed nothing. A
 * failed transaction walks none, but that of a browser payment leads to FAILED.
 */
export function walkedArrow(exchange: Exchange): Arrow | undefined {
  const { transition, committed, request } = exchange;
  if (transition === undefined || !committed) return undefined;
  const { operation, route } = request;
  const body = exchange.fault?.lost?.body ?? exchange.answer.body;
  const types = typesOf(operation, route);
  // The answer names the type, unless it is a page.
  const type = textAt(body, "transaction.type");
  const named = types.find((it) => it === type);
  const result = textAt(body, "result") ?? plainResult(exchange.scenario?.gatewayCode);
  const between = byStatuses.get(transition.before ?? "NEW")?.get(transition.after) ?? [];
  const possible = between.filter(
    (arrow) =>
      (named === undefined ? types.includes(arrow.type) : arrow.type === named) && isStep(arrow.type, result),
  );
  return possible.length > 1 ? byStanding(possible, body) : possible[0];
}

/** The kinds of transactions that the request can have made; a browser payment is a kind of its own. */
function typesOf(operation: string | undefined, route: string): readonly TransitionType[] {
  if (route === "/browser-payment/:id") return BROWSER_PAYMENT;
  return isTransactionOperation(operation) ? OPERATION_DEFINITIONS[operation].types : [];
}

const BROWSER_PAYMENT = ["BROWSER_PAYMENT"] as const;

/** A refund request counts while it waits, and so does whatever a browser payment comes to. */
function isStep(type: TransitionType, result: string | undefined): boolean {
  if (type === "BROWSER_PAYMENT") return true;
  return result === (type === "REFUND_REQUEST" ? "PENDING" : "SUCCESS");
}

function plainResult(gatewayCode: string | undefined): string | undefined {
  return gatewayCode !== undefined && isGatewayCode(gatewayCode)
    ? GATEWAY_CODES[gatewayCode].result
    : undefined;
}

/** An order that captured nothing was opened by the refund itself. */
function byStanding(arrows: readonly Arrow[], body: Json | undefined): Arrow | undefined {
  const isAlone = valueAt(body, "order.totalCapturedAmount") === 0;
  return arrows.find(({ standalone }) => standalone === isAlone);
}
