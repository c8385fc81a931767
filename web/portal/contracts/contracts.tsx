import type { VNode } from "preact";
import { VERSION_MAX } from "../../../server/domain/request/operation.ts";
import { breakable, Copy } from "../parts/copy.tsx";
import { curlOf } from "../state/api.ts";
import { useLoaded } from "../state/loaded.ts";
import { hrefOf, place } from "../state/place.ts";
import { Differences } from "./differences.tsx";
import { Fields } from "./fields.tsx";
import { Upgrade } from "./upgrade.tsx";
import { VersionField } from "./version-field.tsx";

interface Contract {
  readonly operation: string;
  readonly spans: readonly {
    readonly first: number;
    readonly last: number;
    readonly used: readonly string[];
  }[];
}

/** What the gateway accepts: operations by version, the members of one, and what another version changes. */
export function Contracts(): VNode {
  const { value } = useLoaded<{ readonly contracts: readonly Contract[] }>("/v1/contracts");
  const { open, query } = place.value;
  const version = query["version"] ?? String(VERSION_MAX);
  return (
    <div class="column wide">
      <header class="page-head">
        <h1>{open === undefined ? "Contracts" : `${open} in version ${version}`}</h1>
        <span class="tools">
          <VersionField name="version" label="Version" value={version} />
          <Copy text={curlOf("GET", "/v1/contracts")} what="the command for the contracts">
            Command
          </Copy>
        </span>
      </header>
      {value && <Operations contracts={value.contracts} version={Number(version)} />}
      {open === undefined ? (
        <p class="soft">Choose a version of an operation to see its members.</p>
      ) : (
        <>
          <Fields operation={open} version={version} />
          <Differences operation={open} />
        </>
      )}
      <Upgrade />
    </div>
  );
}

interface OperationsProps {
  readonly contracts: readonly Contract[];
  readonly version: number;
}

function Operations({ contracts, version }: OperationsProps): VNode {
  const { open } = place.value;
  return (
    <details class="step plain" open={open === undefined}>
      <summary>
        <span class="step-title">Operations by version</span>{" "}
        <span class="step-verdict">versions that have one contract stand together</span>
      </summary>
      <div class="step-body scrolled" tabIndex={0} role="group" aria-label="Operations by version">
        <table class="by-version">
          <tbody>
            {contracts.map(({ operation, spans }) => (
              <tr key={operation}>
                <th scope="row" class="digits">
                  {breakable(operation)}
                </th>
                <td>
                  <ul class="spans">
                    {spans.map(({ first, last, used }) => (
                      <li key={first}>
                        <a
                          href={placeOf(operation, last)}
                          title={used.join(" and ")}
                          aria-current={
                            operation === open && first <= version && version <= last ? "true" : undefined
                          }
                          aria-label={`${operation} ${spanWords(first, last)}`}
                        >
                          {spanWords(first, last)}
                        </a>
                      </li>
                    ))}
                  </ul>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </details>
  );
}

function placeOf(operation: string, version: number): string {
  return hrefOf({
    page: "contracts",
    open: operation,
    query: { ...place.value.query, version: String(version) },
  });
}

function spanWords(first: number, last: number): string {
  return first === last ? String(first) : `${first}–${last}`;
}
