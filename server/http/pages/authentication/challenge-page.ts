import { CARD } from "../../../domain/card/card-details.ts";
import { textAt } from "../../../domain/json.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { ChallengeChoice } from "../../../domain/order/authentication.ts";
import type { AuthenticationTransaction } from "../../../domain/order/order.ts";
import type { PageTarget } from "../../../gateway/pages.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import { descriptionList } from "../description-list.ts";
import type { Form } from "../form.ts";
import type { PageAnswer } from "../page.ts";

/** What the issuer's text message would bring, and how often the payer may enter something else (assumption A293). */
const CODE = "123456";
const TRIES = 3;

/**
 * What a tester can choose, by the values that the live emulator's page has for it. The ids of the choice and of the
 * button are those of that page too, so that tests which play the payer there do so here.
 */
const CHOICES: Readonly<Record<string, readonly [ChallengeChoice, string]>> = {
  AUTHENTICATED: ["SUCCESSFUL", "(Y) Authentication successful"],
  UNAUTHENTICATED: ["FAILED", "(N) Authentication failed"],
  CANCELLED_AUTHENTICATION: ["CANCELLED", "(N) Payer cancelled"],
  AUTHENTICATION_NOT_AVAILABLE: ["UNAVAILABLE", "(U) Unable to authenticate"],
  AUTHENTICATION_REJECTED: ["REJECTED", "(R) Authentication rejected"],
};

/** What the form comes to; a number: the page is shown again, after so many wrong codes. */
export function answerIn(form: Form): ChallengeChoice | number {
  if (form["action"] === "cancel") return "CANCELLED";
  const { code = "", outcome = "", wrong = "" } = form;
  const [choice] = CHOICES[outcome] ?? ["SUCCESSFUL" as const];
  if (choice !== "SUCCESSFUL" || code === CODE) return choice;
  const wrongCodes = Number(/^[12]$/.exec(wrong)?.[0] ?? 0) + 1;
  return wrongCodes < TRIES ? wrongCodes : "FAILED";
}

/** The issuer's page for the payer. */
export function challengePage(
  { merchantId }: PageTarget,
  entry: AuthenticationTransaction,
  wrongCodes: number,
): PageAnswer {
  const { amount, currency, request } = entry;
  const list = descriptionList([
    ["Merchant", merchantId],
    ["Amount", `${formatAmount(amount)} ${currency}`],
    ["Card", textAt(request, `${CARD}.number`)],
  ]);
  return {
    status: wrongCodes === 0 ? 200 : 400,
    title: "Confirm that it is you",
    framedByAll: true,
    content: html`<div class="sheet">
      ${list}
      <form method="post">
        ${codeField(wrongCodes)}
        <div class="field">
          <label for="selectAuthResult">What the issuer answers <span class="soft">(for tests)</span></label>
          <select id="selectAuthResult" name="outcome">
            ${Object.entries(CHOICES).map(([value, [, label]]) => html`<option value="${value}">${label}</option>`)}
          </select>
        </div>
        <div class="actions">
          <input type="submit" id="acssubmit" class="button main" value="Submit" />
          <button name="action" value="cancel">Cancel</button>
        </div>
      </form>
    </div>`,
  };
}

/** Filled in, as nobody gets a message. */
function codeField(wrongCodes: number): Markup {
  const left = TRIES - wrongCodes;
  const fault = `This is not the code. You can try ${left === 1 ? "once" : `${left} times`} more.`;
  const isWrong = wrongCodes > 0;
  return html`<div class="field">
    <input type="hidden" name="wrong" value="${String(wrongCodes)}" />
    <label for="code">One-time password</label>
    <input
      id="code"
      name="code"
      value="${isWrong ? "" : CODE}"
      maxlength="6"
      inputmode="numeric"
      autocomplete="one-time-code"
      aria-describedby="code-hint code-fault"
      ${isWrong ? html`aria-invalid="true"` : undefined}
    />
    <p class="fault" id="code-fault" role="alert">${isWrong ? fault : ""}</p>
    <p class="soft" id="code-hint">No message was sent: the code is always ${CODE}.</p>
  </div>`;
}
