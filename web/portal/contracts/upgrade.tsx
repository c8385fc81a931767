import type { VNode } from "preact";
import { VERSION_MAX } from "../../../server/domain/request/operation.ts";
import { Copy } from "../parts/copy.tsx";
import { ExchangeLinks } from "../parts/exchange-links.tsx";
import { curlOf } from "../state/api.ts";
import { rootOf, useLoaded } from "../state/loaded.ts";
import { place } from "../state/place.ts";
import { merchant } from "../state/session.ts";
import { VersionField } from "./version-field.tsx";

interface Check {
  readonly operations: readonly {
    readonly operation: string;
    readonly requests: number;
    readonly breaking: number;
    readonly differences: readonly {
      readonly member: string;
      readonly message: string;
      readonly count: number;
      readonly exchanges: readonly string[];
    }[];
  }[];
}

/** Which of the merchant's requests another version would refuse; asked for by the reader, as it looks at the whole journal. */
export function Upgrade(): VNode {
  const to = place.value.query["upgrade"] ?? String(VERSION_MAX);
  const path = `${rootOf(merchant.value)}/upgrade-check?to=${to}`;
  const { value, reload } = useLoaded<Check>(path);
  return (
    <section class="sheet entry" aria-label="Upgrade check">
      <header class="page-head">
        <h2>{`What ${merchant.value} has sent, in version ${to}`}</h2>
        <span class="tools">
          <VersionField name="upgrade" label="Version" value={to} />
          <button type="button" class="small main" onClick={reload}>
            Check again
          </button>
          <Copy text={curlOf("GET", path)} what="the command for the upgrade check">
            Command
          </Copy>
        </span>
      </header>
      {value?.operations.length === 0 ? <p class="soft">No request of another version yet.</p> : undefined}
      {value?.operations.map(({ operation, requests, breaking, differences }) => (
        <details key={operation} class={breaking > 0 ? "step bad" : "step good"} open={breaking > 0}>
          <summary>
            <span class="step-title digits">{operation}</span>{" "}
            <span class="step-verdict">{`${breaking} of ${requests} would be refused for what changed`}</span>
          </summary>
          <ul class="step-body">
            {differences.length === 0 ? <li>Nothing that they have changes.</li> : undefined}
            {differences.map(({ member, message, count, exchanges }) => (
              <li key={`${member} ${message}`}>
                {message} <span class="soft">{`${count} times`}</span> <ExchangeLinks ids={exchanges} />
              </li>
            ))}
          </ul>
        </details>
      ))}
    </section>
  );
}
