import type { Contracts } from "../contract/contracts.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Json } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Operation } from "../domain/operation.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import type { Store } from "../store/store.ts";
import type { Answer } from "./answer.ts";
import type { Fingerprints } from "./fingerprints.ts";
import { readVersion } from "./paths.ts";
import { retrieveOrder, retrieveTransaction } from "./retrieve.ts";
import { transact } from "./transact.ts";
import { refuseUnbuilt } from "./unbuilt.ts";

/** The outside things that the gateway works with. */
export interface GatewayParts {
  readonly contracts: Contracts;
  readonly scenarios: Scenarios;
  readonly store: Store;
  readonly fingerprints: Fingerprints;
  /** Milliseconds since 1970. */
  readonly clock: () => number;
  /** Seed of all synthetic data (SANDBOX_SEED). */
  readonly seed: string;
}

/** One authenticated call as HTTP hands it over. Steps write what they saw and decided into the draft. */
export interface Call {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The version as the path has it, still unchecked. */
  readonly version: string;
}

export interface RetrieveCall extends Call {
  readonly orderId: string;
}

export interface TransactionCall extends RetrieveCall {
  readonly transactionId: string;
}

/** The body of a call: as text, for the lexical form of numbers, and parsed. No body at all is `{}`. */
export interface Payload {
  readonly text: string;
  readonly body: Json;
}

/** The gateway's operations. Each throws a Refusal for what it does not take; anything else is a bug. */
export interface Gateway {
  transact: (call: TransactionCall, payload: Payload) => Promise<Answer>;
  retrieveOrder: (call: RetrieveCall) => Promise<Answer>;
  retrieveTransaction: (call: TransactionCall) => Promise<Answer>;
  /** An operation whose contract is known and whose meaning is not built yet. */
  refuseUnbuilt: (operation: Operation, call: Call, payload: Payload) => never;
  /** Whether the gateway operates; needs no credentials. */
  information: (version: string) => Answer;
}

/** The release of the simulated gateway that version 100 belongs to (assumption A:gateway-version). */
const GATEWAY_VERSION = "24.8.0.0";

export function createGateway(parts: GatewayParts): Gateway {
  return {
    transact: (call, payload) => transact(parts, call, payload),
    retrieveOrder: (call) => retrieveOrder(parts, call),
    retrieveTransaction: (call) => retrieveTransaction(parts, call),
    refuseUnbuilt: (operation, call, payload) => refuseUnbuilt(parts, { operation, call, payload }),
    information: (version) => {
      readVersion(version, "strict");
      return { status: 200, body: { gatewayVersion: GATEWAY_VERSION, status: "OPERATING" } };
    },
  };
}
