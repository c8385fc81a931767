import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { rowOf } from "../../../server/domain/record/exchange-row.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { EndingBadge, nameOf } from "../parts/badge.tsx";
import { Copy } from "../parts/copy.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { ApiProblem, ask, curlOf } from "../state/api.ts";
import { hrefOf, place } from "../state/place.ts";
import { shownDate, spanOf } from "../state/times.ts";
import { requestCurl } from "./request-curl.ts";
import { Why } from "./why.tsx";

/** One exchange: first why, then what was sent and answered. */
export function Detail({ id }: { readonly id: string }): VNode {
  const exchange = useSignal<Exchange | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  useEffect(() => {
    ask<Exchange>(`/v1/exchanges/${encodeURIComponent(id)}`).then(
      (found) => (exchange.value = found),
      (error: unknown) =>
        (fault.value = error instanceof ApiProblem ? error.message : "The sandbox cannot be reached."),
    );
  }, [id]);
  return (
    <section class="pane detail-pane" aria-label="Exchange">
      <a class="back" href={hrefOf({ page: "traffic", query: place.value.query })}>
        ← Back to the list
      </a>
      {fault.value === undefined ? undefined : <p class="notice bad">{fault.value}</p>}
      {exchange.value === undefined ? undefined : <Shown exchange={exchange.value} />}
    </section>
  );
}

function Shown({ exchange }: { readonly exchange: Exchange }): VNode {
  const { request, answer } = exchange;
  return (
    <article>
      <Headline exchange={exchange} />
      <Why exchange={exchange} />
      <h2>Sent and answered</h2>
      <div class="beside">
        {request.body === undefined ? undefined : (
          <JsonView title="Request, card data masked" value={request.body} />
        )}
        {answer.body === undefined ? undefined : (
          <JsonView title={`Answer ${answer.status}`} value={answer.body} />
        )}
      </div>
    </article>
  );
}

function Headline({ exchange }: { readonly exchange: Exchange }): VNode {
  const { id, at, request, merchantId, durationMs, answer } = exchange;
  const row = rowOf(exchange);
  const { ending, words, order, transaction, version } = row;
  const path = `/v1/exchanges/${id}`;
  const query = { merchant: merchantId ?? "" };
  return (
    <header class="headline">
      <h1>
        {nameOf(row)} <EndingBadge ending={ending} />
      </h1>
      {words === undefined ? undefined : <p class={`verdict ${ending}`}>{words}</p>}
      <dl class="facts">
        <Fact name="Merchant">{merchantId ?? "not known: the credentials were not accepted"}</Fact>
        {order === undefined ? undefined : (
          <Fact name="Order">
            <a href={hrefOf({ page: "orders", open: order, query })}>{order}</a>
            {transaction === undefined ? "" : ` / ${transaction}`}
          </Fact>
        )}
        <Fact name="Version">{version === undefined ? "—" : String(version)}</Fact>
        <Fact name="Status">{answer.status === 0 ? "nothing was sent" : String(answer.status)}</Fact>
        <Fact name="At">{`${shownDate(at)}, ${spanOf(durationMs)}`}</Fact>
      </dl>
      <div class="tools">
        <Copy text={requestCurl(request, merchantId)} what="the request as curl">
          Copy as curl
        </Copy>
        <Copy text={id} what="the id">
          Copy id
        </Copy>
        <a class="button small" href={`/_sandbox${path}/bundle`} download={`${id}.json`}>
          Bundle
        </a>
        <Copy text={curlOf("GET", path)} what="the command for this page">
          Command
        </Copy>
      </div>
    </header>
  );
}

function Fact({ name, children }: { readonly name: string; readonly children: unknown }): VNode {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children as string}</dd>
    </div>
  );
}
