import type { Contracts } from "../contract/contracts.ts";
import type { ExchangeDraft } from "../domain/exchange.ts";
import type { Json } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { Scenarios } from "../scenario/scenarios.ts";
import type { Store } from "../store/store.ts";
import type { Answer } from "./answer.ts";
import { inquireBalance } from "./balance/inquire-balance.ts";
import { createBrowserPayments } from "./browser/browser-payments.ts";
import type { BrowserPayments } from "./browser/browser-payments.ts";
import { createCheckout } from "./checkout/checkout.ts";
import type { Checkout } from "./checkout/checkout.ts";
import type { Clocks } from "./clocks.ts";
import type { Fingerprints } from "./fingerprints.ts";
import { readVersion } from "./paths.ts";
import { createRefundRequests } from "./refunds/refund-requests.ts";
import type { RefundRequests } from "./refunds/refund-requests.ts";
import { retrieveOrder, retrieveTransaction } from "./retrieve.ts";
import { assessRisk } from "./risk/assess-risk.ts";
import type { RiskCall } from "./risk/assess-risk.ts";
import { createSessions } from "./sessions/sessions.ts";
import type { Sessions } from "./sessions/sessions.ts";
import type { OpenTerminalData } from "./terminal-data.ts";
import { createTokens } from "./tokens/tokens.ts";
import type { Tokens } from "./tokens/tokens.ts";
import { transact } from "./transact.ts";
import type { Vault } from "./vault.ts";

/** The outside things that the gateway works with. */
export interface GatewayParts {
  readonly contracts: Contracts;
  readonly scenarios: Scenarios;
  readonly store: Store;
  readonly fingerprints: Fingerprints;
  readonly vault: Vault;
  /** So many bytes that nobody can foresee, for ids that are passwords. */
  readonly random: (bytes: number) => Uint8Array;
  /** The time of each merchant; everything that expires goes by it. */
  readonly clocks: Clocks;
  /** Decrypts what came from a terminal (SANDBOX_TERMINAL_KEY), and reads its chip data. */
  readonly openTerminalData: OpenTerminalData;
  /** Seed of all synthetic data (SANDBOX_SEED). */
  readonly seed: string;
  /** Where payers' browsers reach the sandbox, e.g. `http://127.0.0.1:8620`. */
  readonly publicUrl: () => string;
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
  readonly checkout: Checkout;
  /** What payers do on the page that they are sent to. */
  readonly browserPayments: BrowserPayments;
  readonly refundRequests: RefundRequests;
  readonly sessions: Sessions;
  readonly tokens: Tokens;
  inquireBalance: (call: Call, payload: Payload) => Promise<Answer>;
  assessRisk: (call: RiskCall, payload: Payload) => Promise<Answer>;
  /** Whether the gateway operates; needs no credentials. */
  information: (version: string) => Answer;
}

/** The release of the simulated gateway that version 100 belongs to (assumption A7). */
const GATEWAY_VERSION = "24.8.0.0";

export function createGateway(parts: GatewayParts): Gateway {
  return {
    transact: (call, payload) => transact(parts, call, payload),
    retrieveOrder: (call) => retrieveOrder(parts, call),
    retrieveTransaction: (call) => retrieveTransaction(parts, call),
    checkout: createCheckout(parts),
    browserPayments: createBrowserPayments(parts),
    refundRequests: createRefundRequests(parts),
    sessions: createSessions(parts),
    tokens: createTokens(parts),
    inquireBalance: (call, payload) => inquireBalance(parts, call, payload),
    assessRisk: (call, payload) => assessRisk(parts, call, payload),
    information: (version) => {
      readVersion(version, "strict");
      return { status: 200, body: { gatewayVersion: GATEWAY_VERSION, status: "OPERATING" } };
    },
  };
}
