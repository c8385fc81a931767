import { CARD } from "../../../domain/card/card-details.ts";
import { textAt } from "../../../domain/json.ts";
import type { JsonObject } from "../../../domain/json.ts";
import { formatAmount } from "../../../domain/money.ts";
import type { Amount } from "../../../domain/money.ts";
import type { ChallengeChoice } from "../../../domain/order/authentication.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import type { EnrollmentChoice } from "../../../domain/order/enrollment.ts";
import { descriptionList } from "../description-list.ts";
import type { Form } from "../form.ts";
import type { PageAnswer } from "../page.ts";
import type { Words } from "../words/en.ts";
import { filled } from "../words/words.ts";
import type { Language } from "../words/words.ts";

/** What the issuer's text message would bring, and how often the payer may enter something else (assumption A293). */
const CODE = "123456";
const TRIES = 3;

/**
 * What a tester can choose, by the values that the live emulator's page has for it. The ids of the choice and of the
 * button are those of that page too, so that tests which play the payer there do so here.
 */
const CHOICES: Readonly<Record<string, readonly [IssuerAnswer, string, keyof Words]>> = {
  AUTHENTICATED: ["SUCCESSFUL", "Y", "answerY"],
  UNAUTHENTICATED: ["FAILED", "N", "answerN"],
  CANCELLED_AUTHENTICATION: ["CANCELLED", "N", "answerCancelled"],
  AUTHENTICATION_NOT_AVAILABLE: ["UNAVAILABLE", "U", "answerU"],
  AUTHENTICATION_REJECTED: ["REJECTED", "R", "answerR"],
  AUTHENTICATION_ATTEMPTED: ["ATTEMPTED", "A", "answerA"],
};

/** What the issuer of one generation or the other may say. */
export type IssuerAnswer = ChallengeChoice | EnrollmentChoice;

/** The letters of each generation (assumptions A293, A301). */
const LETTERS = { 1: ["Y", "N", "U", "A"], 2: ["Y", "N", "U", "R"] } as const;

/** What the form comes to; a number: the page is shown again, after so many wrong codes. */
export function answerIn(form: Form): IssuerAnswer | number {
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
  readonly language: Language;
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
  const { amount, carried, currency, language, merchantId, request } = asked;
  const { words } = language;
  const fields = Object.entries(carried?.fields ?? {});
  const list = descriptionList([
    [words.merchant, merchantId],
    [words.amount, `${formatAmount(amount)} ${currency}`],
    [words.card, textAt(request, `${CARD}.number`)],
  ]);
  return {
    status: 200,
    title: words.confirm,
    language,
    framedByAll: true,
    content: html`<div class="sheet">
      ${list}
      <form method="post" action="${carried?.action ?? ""}">
        ${fields.map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        ${codeField(wrongCodes, words)}
        <div class="field">
          <label for="selectAuthResult"
            >${words.issuerAnswers} <span class="soft">(${words.forTests})</span></label
          >
          <select id="selectAuthResult" name="outcome">
            ${choicesOf(asked)}
          </select>
        </div>
        <div class="actions">
          <input type="submit" id="acssubmit" class="button main" value="${words.submit}" />
          <button name="action" value="cancel">${words.cancel}</button>
        </div>
      </form>
    </div>`,
  };
}

function choicesOf({ generation, language: { words } }: Asked): readonly Markup[] {
  const letters: readonly string[] = LETTERS[generation];
  return Object.entries(CHOICES)
    .filter(([, [, letter]]) => letters.includes(letter))
    .map(([value, [, letter, word]]) => html`<option value="${value}">(${letter}) ${words[word]}</option>`);
}

/** Filled in, as nobody gets a message. */
function codeField(wrongCodes: number, words: Words): Markup {
  const isWrong = wrongCodes > 0;
  const fault = TRIES - wrongCodes === 1 ? words.wrongOnce : words.wrongTwice;
  return html`<div class="field">
    <input type="hidden" name="wrong" value="${String(wrongCodes)}" />
    <label for="code">${words.password}</label>
    <input
      id="code"
      name="code"
      value="${isWrong ? "" : CODE}"
      maxlength="6"
      inputmode="numeric"
      autocomplete="one-time-code"
      dir="ltr"
      aria-describedby="code-hint code-fault"
      ${isWrong ? html`aria-invalid="true"` : undefined}
    />
    <p class="fault" id="code-fault" role="alert">${isWrong ? fault : ""}</p>
    <p class="soft" id="code-hint">${filled(words.passwordHint, { code: CODE })}</p>
  </div>`;
}
