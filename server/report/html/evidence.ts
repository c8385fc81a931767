import { rowOf } from "../../domain/record/exchange-row.ts";
import type { Ending } from "../../domain/record/exchange-row.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { Json } from "../../domain/json.ts";
import type { Report } from "../report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** Of each issue and case so many exchanges are shown whole; the others are named. */
const SHOWN_MAX = 3;
/** Characters of a body; the rest is in the journal. */
const BODY_MAX = 4_000;

/** Finds the exchanges that an issue or a case names, and shows them. */
export type Evidence = (ids: readonly string[] | undefined) => readonly Markup[];

/** Goes through the traffic once: it may be longer than memory likes. */
export function evidenceIn({ issues, cases, exchanges }: Report): Evidence {
  const failed = cases.filter(({ outcome }) => outcome === "failed");
  const wanted = new Set([...issues, ...failed].flatMap((it) => it.exchanges?.slice(0, SHOWN_MAX) ?? []));
  const traffic = wanted.size > 0 ? (exchanges ?? []) : [];
  const found = new Map<string, Exchange>();
  for (const exchange of traffic) if (wanted.has(exchange.id)) found.set(exchange.id, exchange);
  return (ids = []) =>
    ids
      .slice(0, SHOWN_MAX)
      .flatMap((id) => found.get(id) ?? [])
      .map(exchangeMarkup);
}

function exchangeMarkup(exchange: Exchange, index: number): Markup {
  const { request, answer } = exchange;
  const { operation, method, order, transaction, version, ending, words, status } = rowOf(exchange);
  const about = [order, transaction].filter((it) => it !== undefined).join(" / ");
  const title = html`<b>${operation ?? `${method} ${request.route}`}</b> ${about}
    ${endingMarkup(ending, status)}`;
  const content = html`<p>${words ?? "Nothing was refused."}</p>
    <ul>
      ${whyOf(exchange).map((reason) => html`<li>${reason}</li>`)}
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
  return html`<span class="badge ${ending}">${status === 0 ? "no answer" : status} ${ending}</span>`;
}

/** What each step of the sandbox had to say about it, in sentences. */
function whyOf({
  contract,
  rules,
  scenario,
  transition,
  fault,
  committed,
  notes,
}: Exchange): readonly string[] {
  const decider = scenario?.decidedBy;
  const by = decider?.kind === "rule" ? `the rule ${decider.scenario}#${decider.id}` : decider?.kind;
  const stored = committed ? "The transaction was stored" : "Nothing was stored";
  const change =
    transition === undefined
      ? "."
      : `: the order went from ${transition.before ?? "new"} to ${transition.after}.`;
  return [
    ...(contract?.findings.map(
      ({ message, expected, got }) => `${message} Expected ${expected}; got ${got}.`,
    ) ?? []),
    ...(rules?.refusedBy
      ? [`The order rule ${rules.refusedBy.rule} refused it (${rules.refusedBy.source}).`]
      : []),
    ...(scenario && by ? [`${scenario.gatewayCode} was decided by ${by}.`] : []),
    ...(fault ? [`A scenario broke the answer on purpose: ${fault.kind} ${fault.at}.`] : []),
    stored + change,
    ...notes,
  ];
}

function bodyMarkup(title: string, body: Json | undefined): Markup {
  const text = body === undefined ? "none" : JSON.stringify(body, undefined, 2);
  const shown = text.length > BODY_MAX ? `${text.slice(0, BODY_MAX)}\n…` : text;
  return html`<figure>
    <figcaption>${title}</figcaption>
    <pre tabindex="0" role="region" aria-label="${title}">${shown}</pre>
  </figure>`;
}
