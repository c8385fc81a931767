import type { VNode } from "preact";
import { VERSION_MAX, VERSION_MIN } from "../../../server/domain/request/operation.ts";
import { Copy } from "../parts/copy.tsx";
import { curlOf } from "../state/api.ts";
import { useLoaded } from "../state/loaded.ts";
import { place } from "../state/place.ts";
import { VersionField } from "./version-field.tsx";

interface Side {
  readonly expected: string;
  readonly isRequired: boolean;
  /** Members of the group, one of which must be there. */
  readonly oneOf?: readonly string[];
}

interface Difference {
  readonly kind: "added" | "changed" | "removed" | "renamed";
  readonly field: string;
  readonly newName?: string;
  readonly from?: Side;
  readonly to?: Side;
}

interface Compared {
  readonly from: number;
  readonly to: number;
  readonly differences: readonly Difference[];
}

const KINDS = { added: "approved", changed: "declined", removed: "refused", renamed: "pending" } as const;

/** What changes for an operation from one version to another. */
export function Differences({ operation }: { readonly operation: string }): VNode {
  const { before: from = String(VERSION_MIN), after: to = String(VERSION_MAX) } = place.value.query;
  const path = `/v1/contracts/${encodeURIComponent(operation)}/differences?from=${from}&to=${to}`;
  const { value } = useLoaded<Compared>(path);
  return (
    <section class="sheet entry" aria-label="Differences">
      <header class="page-head">
        <h2>Differences</h2>
        <span class="tools">
          <VersionField name="before" label="from version" value={from} />
          <VersionField name="after" label="to version" value={to} />
          <Copy text={curlOf("GET", path)} what="the command for the differences">
            Command
          </Copy>
        </span>
      </header>
      {value === undefined ? undefined : <Changes operation={operation} compared={value} />}
    </section>
  );
}

interface ChangesProps {
  readonly operation: string;
  readonly compared: Compared;
}

function Changes({ operation, compared: { from, to, differences } }: ChangesProps): VNode {
  if (differences.length === 0) {
    return <p class="soft">{`Versions ${from} and ${to} of ${operation} take the same.`}</p>;
  }
  return (
    <div class="scrolled" tabIndex={0} role="group" aria-label="Table of differences">
      <table>
        <thead>
          <tr>
            <th scope="col">Member</th>
            <th scope="col">{`In version ${from}`}</th>
            <th scope="col">{`In version ${to}`}</th>
          </tr>
        </thead>
        <tbody>
          {differences.map(({ kind, field, newName, from: before, to: after }, index) => (
            <tr key={index}>
              <th scope="row">
                <span class="digits">{newName === undefined ? field : `${field} → ${newName}`}</span>{" "}
                <span class={`badge ${KINDS[kind]}`}>{kind}</span>
              </th>
              <td>{sideWords(before)}</td>
              <td>{sideWords(after)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function sideWords(side: Side | undefined): string {
  if (side === undefined) return "—";
  const { expected, isRequired, oneOf } = side;
  const choice = oneOf === undefined ? [] : [`one of ${oneOf.join(", ")} must be there`];
  return [expected, ...(isRequired ? ["required"] : []), ...choice].join(", ");
}
