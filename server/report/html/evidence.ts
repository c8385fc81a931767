import { rowOf } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Json } from "../../domain/json.ts";
import { explanationOf } from "../../domain/record/explanation.ts";
import { requestPath } from "../../domain/record/request-path.ts";
import { bodyText } from "../evidence.ts";
import type { Evidence } from "../evidence.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** The exchanges of a finding; one that stands further up on the page already is a link to it. */
export type EvidenceMarkup = (ids: readonly string[] | undefined) => readonly Markup[];

export function evidenceMarkup(evidence: Evidence): EvidenceMarkup {
  /** Where each exchange stands, by its id. */
  const anchors = new Map<string, string>();
  return (ids) =>
    evidence(ids).map((exchange, index) => {
      const known = anchors.get(exchange.id);
      if (known !== undefined)
        return html`<p class="evidence">Shown above: <a href="#${known}">${titleOf(exchange)}</a></p>`;
      const anchor = `exchange-${anchors.size + 1}`;
      anchors.set(exchange.id, anchor);
      return exchangeMarkup(exchange, anchor, index === 0);
    });
}

function titleOf(exchange: Exchange): Markup {
  const { request } = exchange;
  const { operation, order, transaction, ending, status } = rowOf(exchange);
  const about = [order, transaction].filter((it) => it !== undefined).join(" / ");
  return html`<b>${operation ?? `${request.method} ${requestPath(exchange)}`}</b> ${about}
    ${endingMarkup(ending, status)}`;
}

/** What was asked, what was answered, and why. The anchor is on what is folded, as browsers open what holds one. */
function exchangeMarkup(exchange: Exchange, anchor: string, isOpen: boolean): Markup {
  const { request, answer } = exchange;
  const { version, words } = rowOf(exchange);
  const content = html`<p id="${anchor}">${words ?? "Nothing was refused."}</p>
    <ul>
      ${explanationOf(exchange).map((reason) => html`<li>${reason}</li>`)}
    </ul>
    <p class="soft">
      <code>${exchange.id}</code>, ${exchange.at}${version === undefined ? "" : `, version ${version}`}
    </p>
    <div class="beside">
      ${bodyMarkup("Request, masked", request.body)}${bodyMarkup("Answer", answer.body)}
    </div>`;
  return folded("evidence", titleOf(exchange), content, isOpen);
}

/** What is folded stands there to be opened. */
export function folded(name: string, title: Markup, content: Markup, isOpen: boolean): Markup {
  const inside = html`<summary>${title}</summary>
    ${content}`;
  return isOpen
    ? html`<details class="${name}" open>${inside}</details>`
    : html`<details class="${name}">${inside}</details>`;
}

/** The word says it, the colour only helps. */
function endingMarkup(ending: Ending, status: number): Markup {
  const words = status === 0 ? "no answer" : `${status} ${ending}`;
  return html`<span class="badge ${ending}">${words}</span>`;
}

function bodyMarkup(title: string, body: Json | undefined): Markup {
  return html`<figure>
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="region" aria-label="${title}">${bodyText(body)}</pre>
  </figure>`;
}
