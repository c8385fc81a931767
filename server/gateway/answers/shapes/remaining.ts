import { all, computed, group } from "../members/shape.ts";
import { ADDRESS } from "./addresses.ts";

/** Interface section 2.7; the authentication token comes back unaltered. */
export const THREE_D_SECURE = group(
  all(
    "text",
    "acsEci authenticationStatus authenticationToken enrollmentStatus paResStatus veResEnrolled xid",
  ),
);

/** The later form of the 3-D Secure group. */
export const AUTHENTICATION = group({
  "3ds": computed(all("text", "acsEci authenticationToken transactionId")),
  "3ds1": group(all("text", "paResStatus veResEnrolled")),
  "3ds2": computed(all("text", "dsTransactionId protocolVersion transactionStatus")),
  ...all("text", "channel purpose redirectResponseUrl transactionId"),
  version: "own",
});

/** Interface section 2.13, Disbursement; numbers of accounts and cards come back masked (assumption A99). */
export const CREDIT_CARD_BILL_PAYMENT = group({
  paymentSender: group({
    address: ADDRESS,
    ...all("masked", "bankAccountNumber cardNumber"),
    ...all("text", "firstName lastName"),
  }),
});

/** Interface section 2.13, Initiate browser payment. */
export const BROWSER_PAYMENT = group({
  interaction: computed(all("own", "status timeInitiated timeReturned")),
  redirectUrl: "own",
  ...all("text", "operation preferredLanguage returnUrl"),
  providerA: group({
    ...all("flag", "displayShippingAddress overrideShippingAddress"),
    ...all("text", "operation paymentConfirmation"),
  }),
});

export const CURRENCY_CONVERSION = group({
  ...all("text", "exchangeRateTime payerCurrency provider providerReceipt requestId uptake"),
  ...all("number", "marginPercentage payerAmount payerExchangeRate"),
});

export const ACTION = group({ refundAuthorization: "flag" });
export const INITIATOR = group({ userId: "text" });
