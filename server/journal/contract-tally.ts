import { arrowKey } from "../domain/arrow.ts";
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
type Use = { readonly [aspect in Aspect]: Map<string, Met> };

/** Merchants whose counts are kept, as many as the journal keeps exchanges of. */
const MERCHANTS_MAX = 1_000;

export function createContractTally(merchantsMax = MERCHANTS_MAX): ContractTally {
  const kept = createByMerchant(newUse, merchantsMax);
  return {
    record: (exchange) => {
      const use = kept.touch(exchange.merchantId ?? NOBODY);
      const refused = exchange.refusal === undefined ? 0 : 1;
      const { id, refusal, rules } = exchange;
      const meet = (aspect: Aspect, name: string | undefined): void => {
        if (name !== undefined) add(use[aspect], name, { times: 1, example: id, refused });
      };
      meet("contracts", contractOf(exchange));
      meet("arrows", arrowOf(exchange));
      meet("reasons", refusal?.reason);
      meet("rules", rules?.refusedBy?.rule);
      meet("codes", decidedCode(exchange));
    },
    of: (merchantId) => {
      if (merchantId !== undefined) return kept.of(merchantId) ?? newUse();
      const sum = newUse();
      for (const use of kept.all()) addAll(sum, use);
      return sum;
    },
    forget: kept.forget,
  };
}

function newUse(): Use {
  return { contracts: new Map(), arrows: new Map(), reasons: new Map(), rules: new Map(), codes: new Map() };
}

function contractOf({ contract, request: { operation, version } }: Exchange): string | undefined {
  return contract && operation && version ? `${operation} ${version}` : undefined;
}

function arrowOf(exchange: Exchange): string | undefined {
  const arrow = walkedArrow(exchange);
  return arrow && arrowKey(arrow);
}

/** What was broken off before it was stored came to no code, and neither did what was refused. */
function decidedCode({ scenario, fault, refusal }: Exchange): string | undefined {
  return fault?.at === "before-commit" || refusal ? undefined : scenario?.gatewayCode;
}

function addAll(sum: Use, use: Use): void {
  for (const aspect of Object.keys(sum) as Aspect[]) {
    for (const [name, met] of use[aspect]) add(sum[aspect], name, met);
  }
}

function add(counts: Map<string, Met>, name: string, met: Met): void {
  const known = counts.get(name);
  counts.set(
    name,
    known === undefined
      ? met
      : { times: known.times + met.times, refused: known.refused + met.refused, example: known.example },
  );
}
