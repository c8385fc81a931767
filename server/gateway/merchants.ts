import type { Merchant } from "../domain/merchant.ts";

/** Who may call. */
export interface Merchants {
  find: (id: string) => Merchant | undefined;
}

/** What every merchant has unless its entry says otherwise. */
export const MERCHANT_DEFAULTS: Omit<Merchant, "id" | "passwords"> = {
  mode: "strict",
  operations: undefined,
  privileges: [],
  excessiveRefundPercent: 10,
  categoryCodes: ["1234"],
  currencies: undefined,
  expiredCards: "decline",
  cardNumbersInIds: "refuse",
  notifications: { enabled: false, url: undefined, secret: undefined },
};

/** Merchant ids: letters, digits, '-' and '_', 1 to 40 of them (interface section 2.2). */
const TEST_MERCHANT = /^TEST[0-9A-Za-z_-]{0,36}$/;

/** Without a merchant file: every id that begins with TEST, so that parallel runs each take one of their own. */
export function testMerchants(password: string, mode: Merchant["mode"]): Merchants {
  return {
    find: (id) =>
      TEST_MERCHANT.test(id) ? { ...MERCHANT_DEFAULTS, id, passwords: [password], mode } : undefined,
  };
}

export function listedMerchants(merchants: readonly Merchant[]): Merchants {
  const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));
  return { find: (id) => byId.get(id) };
}
