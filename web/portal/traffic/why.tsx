import type { VNode } from "preact";
import { correctionOf } from "../../../server/domain/record/correction.ts";
import type { Exchange } from "../../../server/domain/record/exchange.ts";
import { hintOf } from "../../../server/domain/record/explanation.ts";
import type { Finding } from "../../../server/domain/record/finding.ts";
import { JsonView } from "../parts/json-view.tsx";
import { StateDiagram } from "../parts/state-diagram.tsx";
import { Step } from "./step.tsx";
import { Scenario } from "./why-scenario.tsx";

/** What each step saw and decided, in the order of the column; what refused stands open. */
export function Why({ exchange }: { readonly exchange: Exchange }): VNode {
  const { scenario, transition, fault, rules, contract } = exchange;
  const notes = exchange.notes.filter((note) => note !== hintOf(exchange));
  return (
    <div class="why">
      {contract === undefined ? <Unread exchange={exchange} /> : <Contract exchange={exchange} />}
      {rules === undefined ? undefined : <Rules exchange={exchange} />}
      {scenario === undefined ? undefined : (
        <Scenario scenario={scenario} pausedBy={exchange.pausedBy ?? []} />
      )}
      <Step
        title="Order"
        verdict={transition ? `${transition.before ?? "new"} → ${transition.after}` : "no change"}
        kind={transition ? "good" : "plain"}
      >
        <p>
          {exchange.committed ? "The transaction was stored." : "Nothing was stored."}
          {exchange.repeated
            ? " It is the same request as before, so the stored answer was returned again."
            : ""}
        </p>
        {transition === undefined ? undefined : (
          <StateDiagram
            way={[
              {
                from: transition.before ?? "NEW",
                to: transition.after,
                by: exchange.request.operation ?? "the request",
              },
            ]}
          />
        )}
        <Notifications exchange={exchange} />
      </Step>
      {fault === undefined ? undefined : (
        <Step title="Fault" verdict={`${fault.kind}, ${fault.at}`} kind="bad" isOpen>
          <p>A scenario broke this answer on purpose; the caller did not get the normal one.</p>
          {fault.lost === undefined ? undefined : (
            <JsonView title={`The answer that was lost: ${fault.lost.status}`} value={fault.lost.body} />
          )}
        </Step>
      )}
      {notes.length === 0 ? undefined : (
        <Step title="Notes" verdict={String(notes.length)} kind="plain" isOpen>
          <ul>
            {notes.map((note) => (
              <li key={note}>{note}</li>
            ))}
          </ul>
        </Step>
      )}
    </div>
  );
}

/** The request did not get as far as its contract. */
function Unread({ exchange: { authentication, refusal, request } }: { readonly exchange: Exchange }): VNode {
  const isWrong = refusal !== undefined;
  const body =
    request.operation === undefined && isWrong
      ? "It was answered before any contract was asked."
      : "No contract was asked.";
  return (
    <Step title="Credentials" verdict={authentication} kind={isWrong ? "bad" : "good"} isOpen={isWrong}>
      <p>{body}</p>
      {request.path === undefined ? undefined : (
        <p>
          Called: <code>{`${request.method} ${request.path}`}</code>
        </p>
      )}
    </Step>
  );
}

function Contract({ exchange }: { readonly exchange: Exchange }): VNode | undefined {
  const { contract, request } = exchange;
  if (contract === undefined) return undefined;
  const { findings, used, resolution, mode } = contract;
  const faults = findings.filter(({ severity }) => severity === "violation");
  const verdict =
    findings.length === 0 ? "fits" : `${findings.length} finding${findings.length === 1 ? "" : "s"}`;
  const kind = faults.length > 0 && mode !== "observe" ? "bad" : "good";
  const correction = correctionOf(request.body ?? {}, findings);
  const isWrong = correction.wrong.length + correction.mended.length > 0;
  return (
    <Step title="Contract" verdict={verdict} kind={kind} isOpen={findings.length > 0}>
      <p class="soft">
        Checked against {used.length === 0 ? "no contract" : used.join(" and ")} ({resolution}), mode {mode}.
      </p>
      <ol class="findings">
        {findings.map((finding, index) => (
          <FindingItem key={index} finding={finding} />
        ))}
      </ol>
      {isWrong ? (
        <div class="beside">
          <JsonView title="As it came" value={request.body ?? {}} marks={correction.wrong} />
          <JsonView title="As it would fit" value={correction.body} marks={correction.mended} />
        </div>
      ) : undefined}
    </Step>
  );
}

function FindingItem({ finding }: { readonly finding: Finding }): VNode {
  const { severity, field, message, expected, got, contract, source, section } = finding;
  return (
    <li class={severity}>
      <p>
        <b class="digits">{field === "" ? "the body" : field}</b> <span class="soft">{severity}</span>
      </p>
      <p>{message}</p>
      <p class="soft">
        Expected {expected}; got {got}. {contract.file}
        {contract.pointer}, {source === "interface" ? `specification ${section ?? ""}` : "assumed"}
      </p>
    </li>
  );
}

function Rules({ exchange: { rules, refusal } }: { readonly exchange: Exchange }): VNode | undefined {
  if (rules === undefined) return undefined;
  const { passed, refusedBy } = rules;
  return (
    <Step
      title="Order rules"
      verdict={refusedBy === undefined ? `${passed.length} passed` : `${refusedBy.rule} refuses`}
      kind={refusedBy === undefined ? "good" : "bad"}
      isOpen={refusedBy !== undefined}
    >
      {refusedBy === undefined ? undefined : (
        <p>
          <b>{refusedBy.rule}</b>: {refusal?.explanation} <span class="soft">({refusedBy.source})</span>
        </p>
      )}
      <p class="soft">Passed{passed.length === 0 ? ": none" : ` before: ${passed.join(", ")}`}.</p>
    </Step>
  );
}

function Notifications({
  exchange: { notifications = [] },
}: {
  readonly exchange: Exchange;
}): VNode | undefined {
  if (notifications.length === 0) return undefined;
  return <p>{`A notification was queued for ${notifications.map(({ url }) => url).join(", ")}.`}</p>;
}
