import { rowOf } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Json } from "../../domain/json.ts";
import { explanationOf } from "../../domain/record/explanation.ts";
import { requestPath } from "../../domain/record/request-path.ts";
import { bodyText } from "../evidence.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** An exchange, folded unless it is the first: what was asked, what was answered, and why. */
export function exchangeMarkup(exchange: Exchange, index: number): Markup {
  const { request, answer } = exchange;
  const { operation, order, transaction, version, ending, words, status } = rowOf(exchange);
  const about = [order, transaction].filter((it) => it !== undefined).join(" / ");
  const title = html`<b>${operation ?? `${request.method} ${requestPath(exchange)}`}</b> ${about}
    ${endingMarkup(ending, status)}`;
  const content = html`<p>${words ?? "Nothing was refused."}</p>
    <ul>
      ${explanationOf(exchange).map((reason) => html`<li>${reason}</li>`)}
    </ul>
    <p class="soft">
      <code>${exchange.id}</code>, ${exchange.at}${version === undefined ? "" : `, version ${version}`}
    </p>
    <div class="beside">
      ${bodyMarkup("Request, masked", request.body)}${bodyMarkup("Answer", answer.body)}
    </div>`;
  return folded("evidence", title, content, index === 0);
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
