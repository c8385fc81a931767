import { schemeOf } from "../../../domain/card/card-scheme.ts";
import { EXAMPLE } from "../../../domain/operations/operation-definition.ts";
import { html } from "../../../report/html/markup.ts";
import type { Markup } from "../../../report/html/markup.ts";
import type { Scenarios } from "../../../scenario/scenarios.ts";
import type { Words } from "../words/en.ts";

const { number: NUMBER, expiry, securityCode } = EXAMPLE.card;
const EXPIRY = `${expiry.month}/${expiry.year}`;

/** The cards of the active scenarios, folded, for whoever plays the payer; the script fills the form with one. */
export function testCards(cards: Scenarios["magicCards"], words: Words): Markup {
  const shown = cards.length === 0 ? [APPROVED] : cards;
  return html`<details class="test-cards">
    <summary>${words.testCards}</summary>
    <p class="soft">${words.testCardsHint}</p>
    <ul>
      ${shown.map(testCard)}
    </ul>
  </details>`;
}

const APPROVED = { number: NUMBER, expiry: EXPIRY, gatewayCode: "APPROVED" } as const;

function testCard({
  number = NUMBER,
  expiry = EXPIRY,
  gatewayCode,
}: Scenarios["magicCards"][number]): Markup {
  const code = schemeOf(number) === "AMEX" ? `${securityCode}0` : securityCode;
  return html`<li>
    <button type="button" data-number="${number}" data-expiry="${expiry}" data-code="${code}">
      <span dir="ltr">${number.replace(/(.{4})(?=.)/g, "$1 ")} · ${expiry}</span>
      <b dir="ltr">${gatewayCode}</b>
    </button>
  </li>`;
}
