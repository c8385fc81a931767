import { isNamed } from "../../domain/client-certificate.ts";
import type { ClientCertificate } from "../../domain/client-certificate.ts";
import { ofKeptLimits } from "../../domain/kept.ts";
import type { Merchant } from "../../domain/merchant.ts";

/** Who may call. */
export interface Merchants {
  find: (id: string) => Merchant | undefined;
  /** The merchant that a client certificate stands for; whether the certificate is good was judged before. */
  findByCertificate: (certificate: ClientCertificate) => Merchant | undefined;
}

/** What every merchant has unless its entry says otherwise. */
export const MERCHANT_DEFAULTS: Omit<Merchant, "id" | "passwords"> = {
  certificates: [],
  mode: "strict",
  operations: undefined,
  privileges: [],
  excessiveRefundPercent: 10,
  // The last two are those that disbursements are for (interface section 2.13; assumption A121).
  categoryCodes: ["1234", "6536", "7995"],
  currencies: undefined,
  cardTypes: undefined,
  transactionMode: undefined,
  expiredCards: "decline",
  surchargePercent: 0,
  paymentPlanInterestPercent: 0,
  userId: undefined,
  refundApproval: false,
  authorizationValidityDays: 7,
  voidWindowHours: 24,
  cardNumbersInIds: "refuse",
  requestsPerSecond: undefined,
  ...ofKeptLimits(() => undefined),
  exchangesKept: undefined,
  testCards: [],
  unauthenticatedPayments: "accept",
  httpReturnUrls: "accept",
  checkoutWithoutScript: "accept",
  authenticationLimitMax: 9_999,
  notifications: { enabled: false, url: undefined, secret: undefined },
  scenarios: undefined,
  prefer: "ignore",
};

/** Merchant ids: letters, digits, '-' and '_', 1 to 40 of them (interface section 2.2). */
const TEST_MERCHANT = /^TEST[0-9A-Za-z_-]{0,36}$/;

/** Merchants that are kept for their next call. */
const CALLED_MAX = 1_000;

/** Without a merchant file: every id that begins with TEST, so that parallel runs each take one of their own. */
export function testMerchants(
  password: string,
  settings: Pick<Merchant, "mode" | "prefer"> & Partial<Pick<Merchant, "notifications">>,
): Merchants {
  const all = { ...MERCHANT_DEFAULTS, passwords: [password], ...settings };
  const called = new Map<string, Merchant>();
  const find = (id: string): Merchant | undefined => called.get(id) ?? make(id);
  const make = (id: string): Merchant | undefined => {
    if (!TEST_MERCHANT.test(id)) return undefined;
    const merchant = { ...all, id };
    if (called.size >= CALLED_MAX) called.clear();
    called.set(id, merchant);
    return merchant;
  };
  return {
    find,
    // Whoever signed the certificate vouches for its name (assumption A171).
    findByCertificate: ({ subject }) => {
      const names = subject.filter(([type]) => type === "CN");
      return names.length === 1 ? find(names[0]?.[1] ?? "") : undefined;
    },
  };
}

export function listedMerchants(merchants: readonly Merchant[]): Merchants {
  const byId = new Map(merchants.map((merchant) => [merchant.id, merchant]));
  return {
    find: (id) => byId.get(id),
    // A fingerprint says more than a subject, so that it is asked first (assumption A184).
    findByCertificate: (certificate) => {
      const holders = merchants.flatMap((merchant) =>
        merchant.certificates
          .filter((name) => isNamed(name, certificate))
          .map((name) => ({ merchant, isExact: "fingerprint" in name })),
      );
      return (holders.find(({ isExact }) => isExact) ?? holders[0])?.merchant;
    },
  };
}
