import type { VNode } from "preact";
import { Copy } from "../parts/copy.tsx";
import { FilterBar, FilterChoice, NothingFound } from "../parts/filter-bar.tsx";
import { curlOf } from "../state/api.ts";
import { useLoaded } from "../state/loaded.ts";
import { place } from "../state/place.ts";

interface Field {
  readonly field: string;
  readonly isRequired: boolean;
  readonly types: readonly string[];
  readonly expected: string;
  readonly pattern?: string;
  readonly values?: readonly string[];
  readonly oneOf?: readonly string[];
  readonly source: "assumed" | "interface";
  readonly section?: string;
  readonly place: { readonly file: string; readonly pointer: string };
}

interface FieldPage {
  readonly used: readonly string[];
  readonly resolution: string;
  readonly count: number;
  readonly fields: readonly Field[];
  readonly next?: string;
}

interface FieldsProps {
  readonly operation: string;
  readonly version: string;
}

const SOURCES: Readonly<Record<string, string>> = { interface: "Specification", assumed: "Assumed" };

/** The members of an operation in a version. */
export function Fields({ operation, version }: FieldsProps): VNode {
  const { q = "", source = "" } = place.value.query;
  const filters = new URLSearchParams({ limit: "1000", ...(q && { search: q }), ...(source && { source }) });
  const path = `/v1/contracts/${encodeURIComponent(operation)}/versions/${version}?${filters.toString()}`;
  const { value } = useLoaded<FieldPage>(path);
  return (
    <section class="sheet entry" aria-label="Members">
      <header class="page-head">
        <h2>Members</h2>
        <Copy text={curlOf("GET", path)} what="the command for the members">
          Command
        </Copy>
      </header>
      <FilterBar class="bare" label="Search members" placeholder="Search a member, such as securityCode …">
        <FilterChoice
          name="source"
          label="Any source"
          options={["interface", "assumed"]}
          words={(source) => SOURCES[source] ?? source}
        />
        <span class="soft count">
          {value === undefined ? "" : value.count === 1 ? "1 member" : `${value.count} members`}
        </span>
      </FilterBar>
      {value?.count === 0 ? <NothingFound names={["q", "source"]} /> : value && <Table page={value} />}
    </section>
  );
}

function Table({ page: { fields, used, resolution, next } }: { readonly page: FieldPage }): VNode {
  return (
    <>
      <p class="soft">{`From ${used.join(" and ")} (${resolution}).`}</p>
      <div class="scrolled" tabIndex={0} role="group" aria-label="Table of members">
        <table class="members">
          <thead>
            <tr>
              <th scope="col">Member</th>
              <th scope="col">Type</th>
              <th scope="col">What it takes</th>
              <th scope="col">Source</th>
            </tr>
          </thead>
          <tbody>
            {fields.map((field) => (
              <Row key={field.field} field={field} />
            ))}
          </tbody>
        </table>
      </div>
      {next === undefined ? undefined : <p class="soft">There are more: search for what you mean.</p>}
    </>
  );
}

function Row({ field }: { readonly field: Field }): VNode {
  const { types, expected, isRequired, oneOf, values, pattern, source, section, place: at } = field;
  return (
    <tr>
      <th scope="row" class="digits">
        {field.field}
      </th>
      <td>{types.join(", ")}</td>
      <td>
        {isRequired ? <span class="badge pending">required</span> : undefined} {expected}
        {oneOf === undefined ? undefined : <div class="soft">One of {oneOf.join(", ")} must be there.</div>}
        {values === undefined || expected.startsWith("one of") ? undefined : (
          <div class="soft digits">{values.join(", ")}</div>
        )}
        {pattern === undefined ? undefined : <div class="soft digits">{pattern}</div>}
      </td>
      <td>
        {source === "interface" ? `specification ${section ?? ""}` : "assumed"}
        <div class="soft digits">{at.file}</div>
      </td>
    </tr>
  );
}
