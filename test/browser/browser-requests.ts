import type { JsonObject } from "../../server/domain/json.ts";
import { withValues } from "../support/requests.ts";

export const RETURN_URL = "https://shop.example/back?order=17";

/** Minimal valid initiations, by version: 18 has another shape than 61 and 100. */
export const initiate = (values: Parameters<typeof withValues>[1] = {}): JsonObject =>
  withValues(
    {
      apiOperation: "INITIATE_BROWSER_PAYMENT",
      browserPayment: {
        operation: "PAY",
        returnUrl: RETURN_URL,
        providerA: { paymentConfirmation: "CONFIRM_AT_PROVIDER" },
      },
      order: { amount: "100.00", currency: "USD" },
      sourceOfFunds: { type: "PROVIDER_A" },
    },
    values,
  );

export const initiate18 = (values: Parameters<typeof withValues>[1] = {}): JsonObject =>
  initiate({
    "browserPayment.operation": undefined,
    "browserPayment.providerA.operation": "PAY",
    ...values,
  });

export const AT_MERCHANT = {
  "browserPayment.providerA.paymentConfirmation": "CONFIRM_AT_MERCHANT",
} as const;

export const confirm = (values: Parameters<typeof withValues>[1] = {}): JsonObject =>
  withValues({ apiOperation: "CONFIRM_BROWSER_PAYMENT" }, values);

export const ADDRESS = {
  city: "Brisbane",
  country: "AUS",
  postcodeZip: "4000",
  stateProvince: "QLD",
  street: "1 George St",
};
