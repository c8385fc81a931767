import type { FactsCard } from "../../server/domain/card/card-details.ts";
import { schemeOf } from "../../server/domain/card/card-scheme.ts";
import { parseAmount } from "../../server/domain/money.ts";
import type { Decision, EarlierDecision, Facts } from "../../server/domain/record/decision.ts";
import { isTransactionOperation } from "../../server/domain/request/operation.ts";
import type { DecidedOperation } from "../../server/domain/request/operation.ts";
import { bodyOf, partsOf } from "./body-words.ts";

/** A request in words, for tables of cases. "-" means that the request does not carry it. */
export interface RequestWords {
  readonly operation?: DecidedOperation;
  readonly card?: string;
  /** "MM/YY" */
  readonly expiry?: string;
  readonly securityCode?: string;
  readonly street?: string;
  readonly p2pe?: string;
  readonly pin?: string;
  /** The PIN that was entered. */
  readonly PIN?: string;
  readonly amount?: string;
  readonly currency?: string;
  readonly merchant?: string;
  readonly version?: string;
  readonly order?: string;
  readonly transaction?: string;
  readonly session?: string;
  readonly token?: string;
  readonly reference?: string;
  readonly status?: string;
  readonly attempt?: string;
  /** What was decided on the order before: "AUTHORIZE DECLINED by plan#first; PAY APPROVED". */
  readonly earlier?: string;
  /** Members by their paths: 'customer.email=a@b.example; order.item[0].quantity=2; order.custom="2"'. */
  readonly request?: string;
  /** How often rules have decided on the order, by `scenario#id`. */
  readonly decided?: ReadonlyMap<string, number>;
  /** How often sequences have been used, by their own keys. */
  readonly counts?: Facts["counts"];
  readonly seed?: number;
  /** "YYYY-MM" */
  readonly today?: string;
  /** "2026-06-15T12:00:00Z" */
  readonly time?: string;
  readonly expiredCards?: Facts["expiredCards"];
}

const USUAL = {
  operation: "PAY",
  card: "5123450000000008",
  expiry: "12/38",
  amount: "10.00",
  currency: "EUR",
  merchant: "TESTSHOP",
  version: "100",
  order: "order-1",
  transaction: "1",
  attempt: "1",
  earlier: "-",
  request: "-",
  seed: 1,
  today: "2026-06",
} as const;

type Words = RequestWords & Required<Pick<RequestWords, keyof typeof USUAL>>;

/** What a scenario sees of the request; what is not said is a PAY with an ordinary card. */
export function factsOf(words: RequestWords): Facts {
  const all: Words = { ...USUAL, ...words };
  const amount = given(all.amount);
  return {
    merchantId: all.merchant,
    operation: all.operation,
    version: Number(all.version),
    ...idsOf(all),
    sessionId: given(all.session),
    token: given(all.token),
    request: bodyOf(given(all.request)),
    reference: given(all.reference),
    amount: amount === undefined ? undefined : parseAmount(amount),
    currency: given(all.currency),
    card: all.card === "-" ? undefined : cardOf(all),
    street: given(all.street),
    orderStatus: given(all.status),
    attempt: Number(all.attempt),
    earlier: earlierOf(given(all.earlier)),
    cardKey: all.card === "-" ? undefined : `key of ${all.card}`,
    counts: countsOf(all),
    seed: all.seed,
    now: Date.parse(given(all.time) ?? `${all.today}-15T12:00:00Z`),
    expiredCards: all.expiredCards ?? "decline",
  };
}

/** What makes no transaction has neither an order nor a transaction. */
function idsOf({ operation, order, transaction }: Words): IdFacts {
  return isTransactionOperation(operation)
    ? { orderId: order, transactionId: transaction }
    : { orderId: undefined, transactionId: undefined };
}

type IdFacts = Pick<Facts, "orderId" | "transactionId">;

/** Who decided, in the words of docs/scenarios.md and docs/scenario-reference.md. */
export function deciderOf({ decidedBy }: Pick<Decision, "decidedBy">): string {
  if (decidedBy.kind === "rule") return decidedBy.id;
  if (decidedBy.kind === "table") return `${decidedBy.table} table`;
  const words = { interface: "specification", payer: "payer", reference: "reference", default: "default" };
  return { ...words, "expired-card": "expired card", "wrong-pin": "wrong PIN" }[decidedBy.kind];
}

/** Whatever the sequence of the rule counts for. */
function countsOf({ decided = new Map<string, number>(), counts, order, card }: Words): Facts["counts"] {
  const ofRules = [...decided].flatMap(([rule, count]) =>
    Object.entries({ order, card: `key of ${card}`, merchant: "" }).map(([per, value]): [string, number] => [
      JSON.stringify([rule, per, value]),
      count,
    ]),
  );
  return new Map([...ofRules, ...(counts ?? [])]);
}

function earlierOf(words = ""): Facts["earlier"] {
  return partsOf(words).map((decision) => {
    const [, operation, gatewayCode, ruleKey] = /^(\S+) (\S+)(?: by (\S+))?$/.exec(decision) ?? [];
    return { operation, gatewayCode, ruleKey } as EarlierDecision;
  });
}

function cardOf(all: Words): FactsCard {
  // "encrypted" is a card whose number came as a track or a P2PE payload only.
  const number = all.card === "encrypted" ? undefined : all.card;
  const [month = "", year = ""] = given(all.expiry)?.split("/") ?? [];
  return {
    number,
    scheme: schemeOf(number ?? ""),
    expiry: month === "" ? undefined : { month, year },
    securityCode: given(all.securityCode),
    p2peState: given(all.p2pe),
    pinState: given(all.pin),
    pin: given(all.PIN),
  };
}

function given(word: string | undefined): string | undefined {
  return word === "-" ? undefined : word;
}
