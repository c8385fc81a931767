import type { Merchant } from "../domain/merchant.ts";

/** What may be shown of a merchant to anybody. */
export type MerchantSettings = Omit<Merchant, "certificates" | "notifications" | "passwords" | "scenarios">;

/** An allow list, so that no secret that merchants get one day is shown by itself. */
const SHOWN: Readonly<Record<keyof MerchantSettings, true>> = {
  id: true,
  mode: true,
  operations: true,
  privileges: true,
  excessiveRefundPercent: true,
  categoryCodes: true,
  currencies: true,
  expiredCards: true,
  surchargePercent: true,
  refundApproval: true,
  authorizationValidityDays: true,
  voidWindowHours: true,
  cardNumbersInIds: true,
  prefer: true,
};

export function shownMerchant(merchant: Merchant): MerchantSettings {
  return Object.fromEntries(Object.entries(merchant).filter(([name]) => name in SHOWN)) as MerchantSettings;
}
