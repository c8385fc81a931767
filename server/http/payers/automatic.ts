import { textAt } from "../../domain/json.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Answer } from "../../gateway/answers/answer.ts";
import type { PayerHabits } from "../../gateway/merchants/automatic-payers.ts";
import type { PageTarget } from "../../gateway/pages.ts";
import { openRecording } from "../gateway/exchange-recorder.ts";
import { refusalOfHttp } from "../http-errors.ts";
import type { AppParts } from "../parts.ts";
import { actAtBrowserPayment, actAtCheckout } from "./acts.ts";
import type { Acting } from "./acts.ts";

type Act = (acting: Acting) => Promise<Answer>;

/**
 * Lets the payer act on the page that an answer leads to, before the answer is sent: whoever has the answer finds the
 * order as the payer left it. What the payer does is an exchange of its own. An answer that gets lost leads nobody anywhere.
 * Undefined: the answer leads to no page.
 */
export function actByHabit(
  parts: AppParts,
  draft: ExchangeDraft,
  call: { readonly merchant: Merchant | undefined; readonly params: Readonly<Record<string, string>> },
  answer: Answer,
): Promise<void> | undefined {
  const { merchant, params } = call;
  const { operation = "" } = draft.request;
  if (merchant === undefined || !LEADING.has(operation) || !draft.committed || answer.fault !== undefined)
    return undefined;
  return actOnPage(parts, { merchant, operation, params, answer });
}

async function actOnPage(
  parts: AppParts,
  led: {
    readonly merchant: Merchant;
    readonly operation: string;
    readonly params: Readonly<Record<string, string>>;
    readonly answer: Answer;
  },
): Promise<void> {
  const { merchant, operation, params, answer } = led;
  const habits = await parts.payers.of(merchant.id);
  if (habits === undefined) return;
  const { orderId = "", transactionId = "" } = params;
  const target = { merchantId: merchant.id, orderId, transactionId };
  const act = actOf(parts, { habits, operation, target, answer });
  if (act === undefined) return;
  const recording = openRecording(parts, "POST", "/_sandbox/v1/merchants/:merchantId/payer");
  recording.draft.authentication = "not-required";
  const acted = await act({ draft: recording.draft, merchant }).catch((error: unknown) =>
    recording.fail(refusalOfHttp(error)),
  );
  recording.finish(acted);
}

/** Operations whose answers lead the payer to a page. */
const LEADING: ReadonlySet<string> = new Set([
  "INITIATE_CHECKOUT",
  "CREATE_CHECKOUT_SESSION",
  "INITIATE_BROWSER_PAYMENT",
  "AUTHENTICATE_PAYER",
]);

function actOf(
  parts: AppParts,
  asked: {
    readonly habits: PayerHabits;
    readonly operation: string;
    readonly target: PageTarget;
    readonly answer: Answer;
  },
): Act | undefined {
  const { habits, operation, target, answer } = asked;
  const { browserPayment, challenge, checkout } = habits;
  if (operation === "INITIATE_CHECKOUT" || operation === "CREATE_CHECKOUT_SESSION") {
    const sessionId = textAt(answer.body, "session.id") ?? "";
    return checkout && ((acting) => actAtCheckout(parts, acting, sessionId, { action: checkout }));
  }
  if (operation === "INITIATE_BROWSER_PAYMENT")
    return browserPayment && ((acting) => actAtBrowserPayment(parts, acting, target, browserPayment));
  const isChallenged = textAt(answer.body, "authentication.payerInteraction") === "REQUIRED";
  if (operation !== "AUTHENTICATE_PAYER" || !isChallenged) return undefined;
  return challenge && ((acting) => parts.gateway.challenges.settle({ ...acting, target }, challenge));
}
