import type { ChallengeChoice } from "../../domain/order/authentication.ts";
import type { PayerAction } from "../../domain/order/browser-payment.ts";
import type { CheckoutAction } from "../../domain/request/checkout.ts";

/** What payers do by themselves as soon as the gateway has answered; what is undefined waits for a person. */
export interface PayerHabits {
  readonly checkout?: CheckoutAction | undefined;
  readonly browserPayment?: PayerAction | undefined;
  readonly challenge?: ChallengeChoice | undefined;
}

/** Payers of whole merchants that act by themselves, for suites without a browser. They are gone when the process ends. */
export interface AutomaticPayers {
  /** Undefined: every page waits for a person. */
  of: (merchantId: string) => PayerHabits | undefined;
  set: (merchantId: string, habits: PayerHabits) => void;
  forget: (merchantId: string) => void;
}

export function createAutomaticPayers(): AutomaticPayers {
  const byMerchant = new Map<string, PayerHabits>();
  return {
    of: (merchantId) => byMerchant.get(merchantId),
    set: (merchantId, habits) => byMerchant.set(merchantId, habits),
    forget: (merchantId) => byMerchant.delete(merchantId),
  };
}
