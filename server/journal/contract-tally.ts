import { ARROWS, arrowKey } from "../domain/arrow.ts";
import type { Exchange } from "../domain/exchange.ts";
import { createByMerchant, NOBODY } from "./by-merchant.ts";
import { walkedArrow } from "./walked-arrow.ts";

/** How often something was met. */
export interface Met {
  readonly times: number;
  /** The first exchange of a merchant with it. */
  readonly example: string;
  /** How many of the times the request was refused. */
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
