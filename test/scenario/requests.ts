import { schemeOf } from "../../server/domain/card.ts";
import type { Decision, Facts, FactsCard } from "../../server/domain/decision.ts";
import { parseAmount } from "../../server/domain/money.ts";
import { isTransactionOperation } from "../../server/domain/operation.ts";
import type { DecidedOperation } from "../../server/domain/operation.ts";

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
  readonly order?: string;
  readonly reference?: string;
  readonly status?: string;
  readonly decided?: ReadonlyMap<string, number>;
  /** "YYYY-MM" */
  readonly today?: string;
  readonly expiredCards?: Facts["expiredCards"];
}

const USUAL = {
  operation: "PAY",
  card: "5123450000000008",
  expiry: "12/38",
  amount: "10.00",
  currency: "EUR",
  merchant: "TESTSHOP",
  order: "order-1",
  today: "2026-06",
} as const;

/** What a scenario sees of the request; what is not said is a PAY with an ordinary card. */
export function factsOf(words: RequestWords): Facts {
  const all = { ...USUAL, ...words };
  const [year, month] = all.today.split("-").map(Number);
  const amount = given(all.amount);
  return {
    merchantId: all.merchant,
    operation: all.operation,
    version: 100,
    ...idsOf(all),
    reference: given(all.reference),
    amount: amount === undefined ? undefined : parseAmount(amount),
    currency: given(all.currency),
    card: all.card === "-" ? undefined : cardOf(all),
    street: given(all.street),
    orderStatus: given(all.status),
    decided: all.decided ?? new Map(),
    today: { year: year ?? 0, month: month ?? 0 },
    expiredCards: all.expiredCards ?? "decline",
  };
}

/** What makes no transaction has neither an order nor a transaction. */
function idsOf({ operation, order }: Pick<RequestWords, "operation"> & { readonly order: string }): IdFacts {
  return isTransactionOperation(operation)
    ? { orderId: order, transactionId: "1" }
    : { orderId: undefined, transactionId: undefined };
}

type IdFacts = Pick<Facts, "orderId" | "transactionId">;

/** Who decided, in the words of docs/scenarios.md. */
export function deciderOf({ decidedBy }: Pick<Decision, "decidedBy">): string {
  if (decidedBy.kind === "rule") return decidedBy.id;
  if (decidedBy.kind === "table") return `${decidedBy.table} table`;
  const words = { interface: "specification", payer: "payer", reference: "reference", default: "default" };
  return { ...words, "expired-card": "expired card", "wrong-pin": "wrong PIN" }[decidedBy.kind];
}

function cardOf(all: RequestWords & { readonly card: string }): FactsCard {
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
