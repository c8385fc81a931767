import type { VNode } from "preact";
import { VERSION_MAX } from "../../../server/domain/request/operation.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { FilterBar, FilterChoice, NothingFound } from "../parts/filter-bar.tsx";
import { useLoaded } from "../state/loaded.ts";
import { hrefOf, place } from "../state/place.ts";
import { listAt, objectAt, operationsOf, textAt } from "./document.ts";
import type { ApiOperation } from "./document.ts";
import { Operation } from "./operation.tsx";
import { Members, SCHEMA } from "./schema.tsx";

/** The newest version first. */
const GATEWAYS = Array.from({ length: VERSION_MAX }, (_, index) => `v${VERSION_MAX - index}`);

/** The control API and the gateway in each version, one operation at a time, to read and to try. */
export function Docs(): VNode {
  const { open, query } = place.value;
  const api = query["api"] ?? "control";
  const { value } = useLoaded<JsonObject>(`/openapi/${encodeURIComponent(api)}.json`);
  return (
    <div class={open === undefined ? "panes" : "panes open"}>
      <section class="pane list-pane" aria-label="Operations">
        <FilterBar label="Search the API" placeholder="Search path, summary, schema …">
          <FilterChoice
            name="api"
            label="The control API"
            options={GATEWAYS}
            words={(name) => `Gateway ${name}`}
          />
        </FilterBar>
        <div class="rows">{value && <List document={value} />}</div>
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

function List({ document }: { readonly document: JsonObject }): VNode {
  const sought = (place.value.query["q"] ?? "").toLowerCase();
  const words = sought.split(/\s+/);
  const isMeant = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const isNamed = ({ name }: ApiOperation): boolean => name.toLowerCase().startsWith(sought);
  const operations = operationsOf(document)
    .filter(({ name, method, path, summary, tag }) => isMeant([name, method, path, summary, tag].join(" ")))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  const schemas = Object.keys(objectAt(objectAt(document, "components"), "schemas")).filter((name) =>
    isMeant(`${name} schema`),
  );
  if (operations.length + schemas.length === 0) return <NothingFound names={["q"]} />;
  return (
    <>
      {listAt(document, "tags").map((tag) => (
        <Group
          key={textAt(tag, "name")}
          name={textAt(tag, "name")}
          about={textAt(tag, "description")}
          lines={operations.filter((it) => it.tag === textAt(tag, "name")).map(lineOf)}
        />
      ))}
      <Group
        name="Schemas"
        about="What bodies and answers are made of."
        lines={schemas.map((name) => ({ key: SCHEMA + name, title: name, about: "" }))}
      />
    </>
  );
}

interface Line {
  readonly key: string;
  readonly title: string;
  readonly about: string;
}

function lineOf({ key, name, method, path }: ApiOperation): Line {
  return { key, title: name, about: `${method} ${path.replace(/^\/merchant\/\{merchantId\}/, "…")}` };
}

interface GroupProps {
  readonly name: string;
  readonly about: string;
  readonly lines: readonly Line[];
}

function Group({ name, about, lines }: GroupProps): VNode | undefined {
  const { open, query } = place.value;
  if (lines.length === 0) return undefined;
  return (
    <section class="api-group" aria-label={name}>
      <h2>{name}</h2>
      <p class="soft">{about}</p>
      <ul class="plain">
        {lines.map(({ key, title, about: more }) => (
          <li key={key}>
            <a
              class="row"
              href={hrefOf({ page: "docs", open: key, query })}
              aria-current={key === open ? "true" : undefined}
            >
              <b>{title}</b>
              <span class="soft digits">{more}</span>
            </a>
          </li>
        ))}
      </ul>
    </section>
  );
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
      isGateway={api !== "control"}
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
