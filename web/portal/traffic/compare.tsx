import type { VNode } from "preact";
import type { Exchange, ExchangeContract } from "../../../server/domain/record/exchange.ts";
import { rowOf } from "../../../server/domain/record/exchange-row.ts";
import { endingWord, nameOf } from "../parts/badge.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { hrefOf, place } from "../state/place.ts";
import { differencesOf } from "./differences.ts";

interface CompareProps {
  /** The one that was chosen first. */
  readonly left: Exchange;
  readonly right: Exchange;
}

/** Two exchanges side by side, with what differs marked in both. */
export function Compare({ left, right }: CompareProps): VNode {
  const [one, other] = [factsOf(left), factsOf(right)];
  const request = differencesOf(left.request.body, right.request.body);
  const answer = differencesOf(left.answer.body, right.answer.body);
  const query = { ...place.value.query, with: "" };
  return (
    <section aria-label="Comparison">
      <header class="page-head">
        <h2>Compared with {nameOf(rowOf(left))}</h2>
        <a class="button small" href={hrefOf({ page: "traffic", open: right.id, query })}>
          Stop comparing
        </a>
      </header>
      <table class="compared">
        <thead>
          <tr>
            <td />
            <th scope="col">
              <a href={hrefOf({ page: "traffic", open: left.id, query })}>The other one</a>
            </th>
            <th scope="col">This one</th>
          </tr>
        </thead>
        <tbody>
          {Object.entries(one).map(([name, value]) => (
            <tr key={name} class={value === other[name] ? "" : "differs"}>
              <th scope="row">{name}</th>
              <td>{value}</td>
              <td>{other[name]}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <div class="beside">
        <JsonView title="The other request" value={left.request.body ?? {}} marks={request.left} />
        <JsonView title="This request" value={right.request.body ?? {}} marks={request.right} />
      </div>
      <div class="beside">
        <JsonView title="The other answer" value={left.answer.body ?? {}} marks={answer.left} />
        <JsonView title="This answer" value={right.answer.body ?? {}} marks={answer.right} />
      </div>
    </section>
  );
}

function factsOf(exchange: Exchange): Readonly<Record<string, string>> {
  const row = rowOf(exchange);
  const { contract, transition } = exchange;
  return {
    Merchant: row.merchant ?? "not known",
    Operation: nameOf(row),
    Version: String(row.version ?? "—"),
    Order: row.order ?? "—",
    Transaction: row.transaction ?? "—",
    Outcome: `${row.status} ${endingWord(row.ending)}`,
    Reason: row.words ?? "—",
    Rule: row.rule ?? "none",
    Findings: contract === undefined ? "not checked" : findingsOf(contract),
    Status: transition === undefined ? "no change" : `${transition.before ?? "new"} → ${transition.after}`,
  };
}

function findingsOf({ findings }: ExchangeContract): string {
  return findings.length === 0 ? "none" : findings.map(({ message }) => message).join(" ");
}
