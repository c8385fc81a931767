import type { VNode } from "preact";
import { VERSION_MAX } from "../../../server/domain/request/operation.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { FilterBar, FilterChoice } from "../parts/filter-bar.tsx";
import { useLoaded } from "../state/loaded.ts";
import { hrefOf, place } from "../state/place.ts";
import { listAt, objectAt, operationsOf, textAt } from "./document.ts";
import { List, wordsOf } from "./list.tsx";
import { Operation } from "./operation.tsx";
import { Members, SCHEMA } from "./schema.tsx";

const NEWEST = `v${VERSION_MAX}`;
const CONTROL = "control";

/** Beside the newest, which the page opens on. */
const OTHERS = [
  CONTROL,
  ...Array.from({ length: VERSION_MAX - 1 }, (_, index) => `v${VERSION_MAX - 1 - index}`),
];

/** The gateway in each version and the control API, one operation at a time, to read and to try. */
export function Docs(): VNode {
  const { open, query } = place.value;
  const api = apiIn(query["api"]);
  const { value } = useLoaded<JsonObject>(`/openapi/${encodeURIComponent(api)}.json`);
  return (
    <div class={open === undefined ? "panes" : "panes open"}>
      <section class="pane list-pane" aria-label="Operations">
        <FilterBar label="Search all APIs" placeholder="Search path, summary, schema …">
          <FilterChoice name="api" label={wordsOf(NEWEST)} options={OTHERS} words={wordsOf} />
        </FilterBar>
        <div class="rows">{value && <List key={api} document={value} api={api} />}</div>
      </section>
      <section class="pane detail-pane" aria-label="Operation">
        <a class="back" href={hrefOf({ page: "docs", query })}>
          ← Back to the list
        </a>
        {value && <Opened document={value} api={api} />}
      </section>
    </div>
  );
}

function apiIn(query: string | undefined): string {
  return query === undefined || query === "" ? NEWEST : query;
}

interface OpenedProps {
  readonly document: JsonObject;
  readonly api: string;
}

function Opened({ document, api }: OpenedProps): VNode {
  const { open } = place.value;
  if (open === undefined) return <About document={document} />;
  if (open.startsWith(SCHEMA)) return <Schema document={document} name={open.slice(SCHEMA.length)} />;
  const operation = operationsOf(document).find(({ key }) => key === open);
  if (operation === undefined) return <p class="notice">There is no {open} in this API.</p>;
  const [server] = listAt(document, "servers");
  return (
    <Operation
      key={`${api} ${open}`}
      operation={operation}
      base={server === undefined ? "" : textAt(server, "url")}
      isGateway={api !== CONTROL}
    />
  );
}

function About({ document }: Pick<OpenedProps, "document">): VNode {
  const info = objectAt(document, "info");
  return (
    <article>
      <h1>{textAt(info, "title")}</h1>
      <p>{textAt(info, "description")}</p>
      <p>
        For programs and generators of clients: <a href="/_sandbox/openapi/control.json">control.json</a>, and
        of the gateway v1.json to v{VERSION_MAX}.json, of which{" "}
        <a href="/_sandbox/openapi/latest.json">latest.json</a> is the newest.
      </p>
      <p class="soft">Choose an operation to read about it and to try it.</p>
    </article>
  );
}

function Schema({ document, name }: { readonly document: JsonObject; readonly name: string }): VNode {
  const schemas = objectAt(objectAt(document, "components"), "schemas");
  const schema = Object.hasOwn(schemas, name) ? objectAt(schemas, name) : undefined;
  if (schema === undefined) return <p class="notice">There is no schema {name} in this API.</p>;
  return (
    <article>
      <h1 class="digits">{name}</h1>
      <p>{textAt(schema, "description")}</p>
      <Members schema={schema} />
    </article>
  );
}
