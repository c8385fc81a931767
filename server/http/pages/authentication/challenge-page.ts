import { CARD } from "../../../domain/card/card-details.ts";
import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Amount } from "../../../domain/money.ts";
import type { ChallengeChoice } from "../../../domain/order/authentication.ts";
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
const CHOICES: Readonly<Record<string, readonly [ChallengeChoice | "ATTEMPTED", string]>> = {
  AUTHENTICATED: ["SUCCESSFUL", "(Y) Authentication successful"],
  UNAUTHENTICATED: ["FAILED", "(N) Authentication failed"],
  CANCELLED_AUTHENTICATION: ["CANCELLED", "(N) Payer cancelled"],
  AUTHENTICATION_NOT_AVAILABLE: ["UNAVAILABLE", "(U) Unable to authenticate"],
  AUTHENTICATION_REJECTED: ["REJECTED", "(R) Authentication rejected"],
  AUTHENTICATION_ATTEMPTED: ["ATTEMPTED", "(A) Authentication attempted"],
};

/** The letters of each generation (assumptions A293, A301). */
const LETTERS = { 1: ["Y", "N", "U", "A"], 2: ["Y", "N", "U", "R"] } as const;

/** What the form comes to; a number: the page is shown again, after so many wrong codes. */
export function answerIn(form: Form): ChallengeChoice | "ATTEMPTED" | number {
  if (form["action"] === "cancel") return "CANCELLED";
  const { code = "", outcome = "", wrong = "" } = form;
  const [choice] = CHOICES[outcome] ?? ["SUCCESSFUL" as const];
  if (choice !== "SUCCESSFUL" || code === CODE) return choice;
  const wrongCodes = Number(/^[12]$/.exec(wrong)?.[0] ?? 0) + 1;
  return wrongCodes < TRIES ? wrongCodes : "FAILED";
}

/** Who asks the payer to be authenticated, and for what. */
export interface Asked {
  readonly generation: 1 | 2;
  readonly merchantId: string;
  readonly amount: Amount;
  readonly currency: string;
  /** The merchant's request, masked. */
  readonly request: JsonObject;
  /** Where the form goes, and what it carries on; undefined: to the page's own address, which knows all. */
  readonly carried?: { readonly action: string; readonly fields: Form };
}

/** The issuer's page for the payer. */
export function challengePage(asked: Asked, wrongCodes: number): PageAnswer {
  const { amount, carried, currency, generation, merchantId, request } = asked;
  const fields = Object.entries(carried?.fields ?? {});
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
      <form method="post" action="${carried?.action ?? ""}">
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${codeField(wrongCodes)}
        <div class="field">
          <label for="selectAuthResult">What the issuer answers <span class="soft">(for tests)</span></label>
          <select id="selectAuthResult" name="outcome">
            ${choicesOf(generation).map(([value, [, label]]) => html`<option value="${value}">${label}</option>`)}
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

function choicesOf(generation: Asked["generation"]): [string, (typeof CHOICES)[string]][] {
  const letters: readonly string[] = LETTERS[generation];
  return Object.entries(CHOICES).filter(([, [, label]]) => letters.includes(label.charAt(1)));
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
