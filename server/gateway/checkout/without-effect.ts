import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";

const REDIRECT = "interaction.redirectMerchantUrl";
const RETRIES = "interaction.retryAttemptCount";
const LOGO = "interaction.merchant.logo";

/** What the request asks of the payment page in vain, for its exchange (assumptions A287, A289). */
export function withoutEffect(request: JsonObject): readonly string[] {
  const has = (member: string): boolean => valueAt(request, member) !== undefined;
  const logo = textAt(request, LOGO) ?? "https:";
  return [
    /^https:/i.test(logo) ? "" : `The payment page does not show ${LOGO}, as it does not begin with https.`,
    has(REDIRECT) && !has(RETRIES) ? `${REDIRECT} has no effect without ${RETRIES}.` : "",
    has(RETRIES) && !has(REDIRECT) ? `${RETRIES} has no effect without ${REDIRECT}.` : "",
  ].filter((note) => note !== "");
}
