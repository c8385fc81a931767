import type { VNode } from "preact";
import { useEffect } from "preact/hooks";
import { useSignal } from "@preact/signals";
import { VERSION_MAX, VERSION_MIN } from "../../../server/domain/request/operation.ts";
import type { JsonObject } from "../../../server/domain/json.ts";
import { NothingFound } from "../parts/filter-bar.tsx";
import { ask, attempt } from "../state/api.ts";
import { hrefOf, place } from "../state/place.ts";
import { listAt, objectAt, operationsOf, textAt } from "./document.ts";
import type { ApiOperation } from "./document.ts";
import { FoundMembers, OfRequestsOnly, useMembers } from "./members.tsx";
import { SCHEMA } from "./schema.tsx";

/** Where a search looks besides: an operation of any version is in the first or in the last one. Members are searched in all. */
const SEARCHED = [`v${VERSION_MAX}`, `v${VERSION_MIN}`, "control"];

/** What people call an API. */
export function wordsOf(api: string): string {
  return api === "control" ? "Control API" : `Gateway ${api}`;
}

interface ListProps {
  readonly document: JsonObject;
  readonly api: string;
}

/** The operations and schemas of an API; of the others, those that a search finds. */
export function List({ document, api }: ListProps): VNode {
  const sought = (place.value.query["q"] ?? "").toLowerCase();
  const others = useOthers(SEARCHED.filter((name) => name !== api && sought !== ""));
  const found = foundIn(document, sought);
  const known = new Set(found.lines.map(({ key }) => key));
  const elsewhere = others.map((it) => ({
    name: it.name,
    lines: foundIn(it.document, sought).lines.filter(({ key }) => it.name === "control" || !known.has(key)),
  }));
  const members = useMembers(sought);
  const isEmpty = [found, ...elsewhere].every(({ lines }) => lines.length === 0);
  if (isEmpty && !members.isComing && members.members.length === 0)
    return (
      <>
        <NothingFound names={["q"]} />
        <OfRequestsOnly />
      </>
    );
  return (
    <>
      {listAt(document, "tags").map((tag) => (
        <Group
          key={textAt(tag, "name")}
          name={textAt(tag, "name")}
          about={textAt(tag, "description")}
          lines={found.lines.filter((it) => it.tag === textAt(tag, "name"))}
          api={api}
        />
      ))}
      <Group
        name="Schemas"
        about="What bodies and answers are made of."
        lines={found.lines.filter(({ tag }) => tag === SCHEMA)}
        api={api}
      />
      {elsewhere.map(({ name, lines }) => (
        <Group
          key={name}
          name={`In the ${wordsOf(name).replace(/^./, (letter) => letter.toLowerCase())}`}
          about="What else the search finds."
          lines={lines}
          api={name}
        />
      ))}
      <FoundMembers {...members} />
    </>
  );
}

interface Document {
  readonly name: string;
  readonly document: JsonObject;
}

/** Loaded when they are first asked for. */
function useOthers(names: readonly string[]): readonly Document[] {
  const loaded = useSignal<readonly Document[]>([]);
  useEffect(() => {
    void attempt(async () => {
      loaded.value = await Promise.all(
        names.map(async (name) => ({ name, document: await ask<JsonObject>(`/openapi/${name}.json`) })),
      );
    });
  }, [names.join()]);
  return loaded.value.filter(({ name }) => names.includes(name));
}

interface Line {
  readonly key: string;
  /** SCHEMA if it is no operation. */
  readonly tag: string;
  readonly title: string;
  readonly about: string;
}

function foundIn(document: JsonObject, sought: string): { readonly lines: readonly Line[] } {
  const words = sought.split(/\s+/);
  const isMeant = (text: string): boolean => words.every((word) => text.toLowerCase().includes(word));
  const isNamed = ({ name }: ApiOperation): boolean => name.toLowerCase().startsWith(sought);
  const operations = operationsOf(document)
    .filter(({ name, method, path, summary, tag }) => isMeant([name, method, path, summary, tag].join(" ")))
    .toSorted((one, other) => Number(isNamed(other)) - Number(isNamed(one)));
  const schemas = Object.keys(objectAt(objectAt(document, "components"), "schemas")).filter((name) =>
    isMeant(`${name} schema`),
  );
  return {
    lines: [
      ...operations.map(lineOf),
      ...schemas.map((name) => ({ key: SCHEMA + name, tag: SCHEMA, title: name, about: "" })),
    ],
  };
}

function lineOf({ key, tag, name, method, path }: ApiOperation): Line {
  return {
    key,
    tag,
    title: name,
    about: `${method} ${path.replace(/^(\/v1\/merchants|\/merchant)\/\{merchantId\}/, "…")}`,
  };
}

interface GroupProps {
  readonly name: string;
  readonly about: string;
  readonly lines: readonly Line[];
  readonly api: string;
}

function Group({ name, about, lines, api }: GroupProps): VNode | undefined {
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
              href={hrefOf({ page: "docs", open: key, query: { ...query, api } })}
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
