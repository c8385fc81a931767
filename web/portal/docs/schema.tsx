import type { ComponentChildren, VNode } from "preact";
import { isObject } from "../../../server/domain/json.ts";
import type { Json, JsonObject } from "../../../server/domain/json.ts";
import { hrefOf, place } from "../state/place.ts";
import { textAt } from "./document.ts";

/** Where in the address schemas are, which have names of their own. */
export const SCHEMA = "schema:";

const REFERENCE = /^#\/components\/schemas\//;

/** What a value is, in words; a schema that has a name of its own is a link. */
export function SchemaWords({ schema }: { readonly schema: Json | undefined }): VNode {
  if (!isObject(schema)) return <>anything</>;
  const { $ref, type, items } = schema;
  if (typeof $ref === "string") {
    const name = $ref.replace(REFERENCE, "");
    return <a href={hrefOf({ page: "docs", open: SCHEMA + name, query: place.value.query })}>{name}</a>;
  }
  if (type === "array")
    return (
      <>
        list of <SchemaWords schema={items} />
      </>
    );
  const values = schema["const"] === undefined ? listOf(schema["enum"]) : [schema["const"]];
  if (values.length > 0) return <>{values.map((value) => JSON.stringify(value)).join(", ")}</>;
  const kind =
    typeof type === "string" ? type : choicesOf(schema).length > 0 ? "one of its forms" : "anything";
  return <>{kind + limitsOf(schema)}</>;
}

interface Member {
  readonly path: string;
  readonly schema: Json | undefined;
  readonly isRequired: boolean;
}

/** The members of a schema, of what lies within it too. */
export function Members({ schema }: { readonly schema: Json | undefined }): VNode | undefined {
  const rows = membersOf(schema).map(({ path, schema: inner, isRequired }) => [
    path,
    <>
      <SchemaWords schema={inner} />
      {isRequired ? ", required" : ""}
    </>,
    isObject(inner) ? textAt(inner, "description") : "",
  ]);
  return <Rows caption="Members" rows={rows} />;
}

interface RowsProps {
  readonly caption: string;
  /** The first of each is a name. */
  readonly rows: readonly (readonly ComponentChildren[])[];
}

export function Rows({ caption, rows }: RowsProps): VNode | undefined {
  if (rows.length === 0) return undefined;
  return (
    <div class="scrolled api-rows" tabIndex={0} role="group" aria-label={caption}>
      <table>
        <caption>{caption}</caption>
        <tbody>
          {rows.map(([first, ...cells], index) => (
            <tr key={index}>
              <th scope="row" class="digits">
                {first}
              </th>
              {cells.map((cell, at) => (
                <td key={at}>{cell}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

function membersOf(schema: Json | undefined, prefix = ""): readonly Member[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    return [{ path, schema: member, isRequired: required.includes(name) }, ...membersOf(member, path)];
  });
  return [...own, ...choicesOf(schema).flatMap((choice) => membersOf(choice, prefix))];
}

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ["format", ""],
  ["minimum", "at least "],
  ["maximum", "at most "],
  ["minLength", "length at least "],
  ["maxLength", "length at most "],
  ["default", "default "],
];

function limitsOf(schema: JsonObject): string {
  return LIMITS.flatMap(([keyword, words]) => {
    const value = schema[keyword];
    return typeof value === "string" || typeof value === "number" ? [`, ${words}${value}`] : [];
  }).join("");
}

function choicesOf(schema: JsonObject): readonly Json[] {
  return [...listOf(schema["oneOf"]), ...listOf(schema["anyOf"])];
}

function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : [];
}
