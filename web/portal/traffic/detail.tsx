import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { rowOf } from "../../../server/domain/record/exchange-row.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { EndingBadge, nameOf } from "../parts/badge.tsx";
import { Copy, tell } from "../parts/copy.tsx";
import { DetailPane } from "../parts/detail-pane.tsx";
import { JsonView } from "../parts/json-view.tsx";
import { ask, attempt, curlOf, sentenceOf } from "../state/api.ts";
import { hrefOf, place } from "../state/place.ts";
import { shownDate, spanOf } from "../state/times.ts";
import { Compare } from "./compare.tsx";
import { MakeRule } from "./make-rule.tsx";
import { isPinned, pinned, togglePin } from "./pins.tsx";
import { requestCurl } from "./request-curl.ts";
import { SendAgain } from "./send-again.tsx";
import { Why } from "./why.tsx";

/** One exchange: first why, then what was sent and answered. */
export function Detail({ id }: { readonly id: string }): VNode {
  const exchange = useSignal<Exchange | undefined>(undefined);
  const fault = useSignal<string | undefined>(undefined);
  useEffect(() => {
    exchangeNamed(id).then(
      (found) => (exchange.value = found),
      (error: unknown) => (fault.value = sentenceOf(error)),
    );
  }, [id]);
  const other = place.value.query["with"];
  return (
    <DetailPane label="Exchange" page="traffic" fault={fault.value}>
      {exchange.value === undefined ? undefined : <Shown exchange={exchange.value} other={other} />}
    </DetailPane>
  );
}

/** One that is pinned is there also when the journal has dropped it. */
async function exchangeNamed(id: string): Promise<Exchange> {
  return pinned(id) ?? ask<Exchange>(`/v1/exchanges/${encodeURIComponent(id)}`);
}

/** The exchange that was chosen to be compared, as soon as it is there. */
function Compared({ id, right }: { readonly id: string; readonly right: Exchange }): VNode | undefined {
  const left = useSignal<Exchange | undefined>(undefined);
  useEffect(() => {
    void attempt(async () => {
      left.value = await exchangeNamed(id);
    });
  }, [id]);
  return left.value && <Compare left={left.value} right={right} />;
}

interface ShownProps {
  readonly exchange: Exchange;
  /** With which it is compared. */
  readonly other: string | undefined;
}

function Shown({ exchange, other }: ShownProps): VNode {
  const { request, answer, merchantId } = exchange;
  return (
    <article>
      <Headline exchange={exchange} />
      {other === undefined || other === exchange.id ? undefined : <Compared id={other} right={exchange} />}
      <Why exchange={exchange} />
      {merchantId === undefined ? undefined : (
        <>
          <h2>Go on from here</h2>
          <Folded title="Send it again">
            <SendAgain exchange={exchange} merchantId={merchantId} />
          </Folded>
          <Folded title="Make a scenario rule of it">
            <MakeRule exchange={exchange} merchantId={merchantId} />
          </Folded>
        </>
      )}
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

function Folded({ title, children }: { readonly title: string; readonly children: VNode }): VNode {
  const isOpen = useSignal(false);
  return (
    <details
      class="step plain"
      open={isOpen.value}
      onToggle={({ currentTarget }) => (isOpen.value = currentTarget.open)}
    >
      <summary>
        <span class="step-title">{title}</span>
      </summary>
      {isOpen.value ? <div class="step-body">{children}</div> : undefined}
    </details>
  );
}

/** Why no merchant is known, by how far the credentials got. */
const UNKNOWN_MERCHANT: Readonly<Record<string, string>> = {
  "not-reached": "not known: the request was refused before its credentials were looked at",
  "not-required": "none: the path needs no credentials",
};
const NOT_ACCEPTED = "not known: the credentials were not accepted";

function Headline({ exchange }: { readonly exchange: Exchange }): VNode {
  const { at, merchantId, durationMs, answer, authentication } = exchange;
  const row = rowOf(exchange);
  const { ending, words, hint, order, transaction, version } = row;
  return (
    <header class="headline">
      <h1 tabIndex={-1}>
        {nameOf(row)} <EndingBadge ending={ending} />
      </h1>
      {words === undefined ? undefined : <p class={`verdict ${ending}`}>{words}</p>}
      {hint === undefined ? undefined : <p>{hint}</p>}
      <dl class="facts">
        <Fact name="Merchant">{merchantId ?? UNKNOWN_MERCHANT[authentication] ?? NOT_ACCEPTED}</Fact>
        {order === undefined ? undefined : (
          <Fact name="Order">
            <a href={aboutOrder(order, exchange)}>{order}</a>
            {transaction === undefined ? "" : ` / ${transaction}`}
          </Fact>
        )}
        <Fact name="Version">{version === undefined ? "—" : String(version)}</Fact>
        <Fact name="Status">{answer.status === 0 ? "nothing was sent" : String(answer.status)}</Fact>
        <Fact name="At">{`${shownDate(at, row.moment)}, ${spanOf(durationMs)}`}</Fact>
      </dl>
      <Tools exchange={exchange} />
    </header>
  );
}

/** The order where the request met one; where it was refused before, all requests that name it. */
function aboutOrder(order: string, { merchantId, transition, moment }: Exchange): string {
  const isThere = transition !== undefined || (moment?.entriesBefore ?? 0) > 0;
  return isThere && merchantId !== undefined
    ? hrefOf({ page: "orders", open: order, query: { merchant: merchantId } })
    : hrefOf({ page: "traffic", query: { q: order } });
}

function Tools({ exchange }: { readonly exchange: Exchange }): VNode {
  const { id, request, merchantId } = exchange;
  const path = `/v1/exchanges/${id}`;
  return (
    <div class="tools">
      {request.version === undefined ? undefined : (
        <Copy text={requestCurl(request, merchantId)} what="the request as curl">
          Copy as curl
        </Copy>
      )}
      <Copy text={id} what="the id">
        Copy id
      </Copy>
      <a class="button small" href={`/_sandbox${path}/bundle`} download={`${id}.json`}>
        Bundle
      </a>
      <button
        type="button"
        class="small"
        aria-pressed={isPinned(id)}
        onClick={() => {
          togglePin(exchange);
        }}
      >
        Pin
      </button>
      <a
        class="button small"
        href={hrefOf({ page: "traffic", open: id, query: { ...place.value.query, with: id } })}
        onClick={() => {
          tell("Now choose another one in the list");
        }}
      >
        Compare
      </a>
      <Copy text={curlOf("GET", path)} what="the command for this page">
        Command
      </Copy>
    </div>
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
