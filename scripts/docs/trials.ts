import { expect } from "chai";
import request from "supertest";
import type { Response } from "supertest";
import type { Exchange } from "../../server/domain/record/exchange.ts";
import { textAt } from "../../server/domain/json.ts";
import type { Json, JsonObject } from "../../server/domain/json.ts";
import { TRANSACTION_OPERATIONS } from "../../server/domain/request/operation.ts";
import type { Operation } from "../../server/domain/request/operation.ts";
import { OPERATION_DEFINITIONS } from "../../server/domain/operations/index.ts";
import { GATEWAY_ROOT, PATHS } from "../../server/domain/operations/paths.ts";
import { startWith } from "../../test/flows/started.ts";
import { KEPT_CASES } from "../../test/flows/kept-cases.ts";
import { advance } from "../../test/support/clock.ts";
import { CONNECTIONS } from "../../test/support/sandbox.ts";
import { withValue } from "../../test/support/requests.ts";

/** A request to try, and what comes before it on its order. */
export interface Sent {
  readonly operation: Operation;
  readonly version: number;
  readonly body: JsonObject;
  /** Sent as transactions 1, 2 …, or for a risk assessment under the same id. */
  readonly before: readonly JsonObject[];
  readonly versionBefore?: number;
  /** What the payer chooses at the page of a browser payment that came before. */
  readonly chosen?: string | undefined;
  /** The id of its transaction; one of its own unless given. */
  readonly transaction?: string | undefined;
  readonly merchant: string;
  /** How far the merchant's clock moves before the request. */
  readonly advance?: string | undefined;
}

/** A sandbox to try requests on. */
export interface Trials {
  readonly url: string;
  readonly send: (sent: Sent) => Promise<Exchange>;
  readonly exchangeOf: (response: Response) => Promise<Exchange>;
  readonly stop: () => Promise<void>;
}

/** What the tests' tables count on. */
const RULES = [
  { id: "referred", when: { card: "4000000000000101" }, outcome: "REFERRED" },
  { id: "declined", when: { card: "4000000000000507" }, outcome: "DECLINED" },
  { id: "rejected", when: { street: "Rejected St" }, risk: "REJECT" },
];

/** Whoever may do everything but one operation. */
export const merchantWithout = (operation: Operation): string => `NO_${operation}`;

/** The merchants of the tests' tables. */
function merchants(): Readonly<Record<string, object>> {
  const privileges = ["EXCESSIVE_CAPTURE", "EXCESSIVE_REFUND"];
  const without = TRANSACTION_OPERATIONS.map((operation) => [
    merchantWithout(operation),
    { operations: TRANSACTION_OPERATIONS.filter((it) => it !== operation) },
  ]);
  const kept = KEPT_CASES.flatMap((_, number) => [`DOCS${number}`, `DOCS${number}B`].map((id) => [id, {}]));
  return {
    PLAIN: {},
    CHARGING: { surchargePercent: 2.5 },
    LIMITED: { currencies: ["USD", "JPY"], cardTypes: ["MASTERCARD", "VISA"], authenticationLimitMax: 25 },
    SECURE: { mode: "gateway", httpReturnUrls: "refuse" },
    PRIVILEGED: { privileges, excessiveRefundPercent: 10 },
    ...(Object.fromEntries([...without, ...kept]) as Readonly<Record<string, object>>),
  };
}

export async function startTrials(): Promise<Trials> {
  const late = Array.from({ length: 60 }, (_, number) => [`LATER${number}`, {}] as const);
  const running = await startWith({
    merchants: { ...merchants(), ...Object.fromEntries(late) },
    scenario: { rules: RULES },
  });
  const { url } = running.sandbox;
  let [trials, moved] = [0, 0];
  const exchangeOf = async (response: Response): Promise<Exchange> => {
    const id = response.get("X-Sandbox-Exchange") ?? "";
    const found = await request(url).get(`/_sandbox/v1/exchanges/${id}`).agent(CONNECTIONS);
    return found.body as Exchange;
  };
  const send = async (sent: Sent): Promise<Exchange> => {
    trials += 1;
    if (sent.advance !== undefined) moved += 1;
    const merchant = sent.advance === undefined ? sent.merchant : `LATER${moved}`;
    const place = { url, merchant, id: `docs-${trials}` };
    for (const [index, body] of sent.before.entries()) {
      const operation = (textAt(body, "apiOperation") ?? sent.operation) as Operation;
      const as = { transaction: String(index + 1), version: sent.versionBefore ?? 100 };
      const first = { ...sent, operation, body, ...as };
      const earlier = await call(place, first);
      if (!earlier.ok) return exchangeOf(earlier);
      if (sent.chosen !== undefined) await choose(earlier, sent.chosen);
    }
    if (sent.advance !== undefined) await advance(url, merchant, sent.advance);
    return exchangeOf(await taken(place, sent));
  };
  return { url, send, exchangeOf, stop: running.stop };
}

interface Place {
  readonly url: string;
  readonly merchant: string;
  /** Of the order, risk assessment or check of enrollment. */
  readonly id: string;
}

/** Members that a contract does not know are taken out, one after the other. */
const UNKNOWN_MAX = 30;

/** The answer, without the members that its contract knows nothing of. */
async function taken(place: Place, sent: Sent): Promise<Response> {
  let body = sent.body;
  for (let attempt = 0; ; attempt += 1) {
    const response = await call(place, { ...sent, body });
    const error = (response.body as Json) ?? {};
    const field = textAt(error, "error.field") ?? "";
    const isUnknown = /^Unexpected parameter '[^']*'\.?( Did you mean|$)/.test(
      textAt(error, "error.explanation") ?? "",
    );
    if (response.ok || !isUnknown || attempt >= UNKNOWN_MAX) return response;
    body = withValue(body, field, undefined);
  }
}

function call(place: Place, { operation, version, body, transaction }: Sent): Promise<Response> {
  const { url, merchant, id } = place;
  const { method, path } = OPERATION_DEFINITIONS[operation];
  const ids: Readonly<Partial<Record<string, string>>> = {
    ...{ version: String(version), merchantId: merchant, orderId: id, riskAssessmentId: id },
    threeDSecureId: id,
    transactionId: transaction ?? "refused",
  };
  const target = (GATEWAY_ROOT + path).replace(/\{(\w+)\}/g, (_, name: string) => ids[name] ?? "");
  const isCheckout = path === PATHS.sessions && body["order"] !== undefined;
  const named = isCheckout ? withValue(body, "order.id", id) : body;
  const sent = request(url)[method](target).send(named);
  return sent.agent(CONNECTIONS).auth(`merchant.${merchant}`, "sandbox");
}

async function choose(initiated: Response, action: string): Promise<void> {
  const url = textAt(initiated.body as Json, "browserPayment.redirectUrl");
  if (url === undefined) return;
  const { origin, pathname } = new URL(url);
  expect((await request(origin).post(pathname).type("form").send({ action })).status).to.equal(303);
}
