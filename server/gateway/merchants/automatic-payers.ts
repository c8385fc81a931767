import type { ChallengeChoice } from "../../domain/order/authentication.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";
import type { CheckoutAction } from "../../domain/request/checkout.ts";
import type { RecordRef, Store } from "../../store/store.ts";

/** What payers do by themselves as soon as the gateway has answered; what is undefined waits for a person. */
export interface PayerHabits {
  readonly checkout?: CheckoutAction | undefined;
  readonly browserPayment?: PayerAction | undefined;
  readonly challenge?: ChallengeChoice | undefined;
}

/** Payers of whole merchants that act by themselves, for suites without a browser, until their armed rules are reset. */
export interface AutomaticPayers {
  /** Undefined: every page waits for a person. */
  of: (merchantId: string) => Promise<PayerHabits | undefined>;
  set: (merchantId: string, habits: PayerHabits) => Promise<void>;
  forget: (merchantId: string) => Promise<void>;
}

const RECORD: RecordRef = { kind: "payers", id: "payers" };

export function createAutomaticPayers(
  store: Pick<Store, "findRecord" | "reset" | "transact">,
): AutomaticPayers {
  return {
    // Nobody else writes the record.
    of: (merchantId) => store.findRecord(merchantId, RECORD),
    set: (merchantId, habits) =>
      store.transact({ merchantId, orderId: undefined, records: [RECORD] }, () => ({
        order: undefined,
        records: [{ ...RECORD, value: { ...habits } }],
        result: undefined,
      })),
    forget: (merchantId) => store.reset(merchantId, { orders: false, kinds: [RECORD.kind] }),
  };
}
