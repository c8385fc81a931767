import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { SCHEMAS_PREFIX } from "../openapi/components.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";

/** The members of a schema, of what lies within it too: name, what it is, what it means. */
export function memberRows(schema: Json | undefined, prefix = ""): readonly (readonly Markup[])[] {
  if (!isObject(schema)) return [];
  const properties = isObject(schema["properties"]) ? schema["properties"] : {};
  const required = listOf(schema["required"]);
  const own = Object.entries(properties).flatMap(([name, member]) => {
    const path = prefix === "" ? name : `${prefix}.${name}`;
    const needed = required.includes(name) ? ", required" : "";
    const means = isObject(member) && typeof member["description"] === "string" ? member["description"] : "";
    const row = [html`<code>${path}</code>`, html`${schemaWords(member)}${needed}`, html`${means}`];
    return [row, ...memberRows(member, path)];
  });
  return [...own, ...choicesOf(schema).flatMap((choice) => memberRows(choice, prefix))];
}

/** What a value is, in words; a schema that has a name of its own is a link. */
export function schemaWords(schema: Json | undefined): Markup {
  if (!isObject(schema)) return html`anything`;
  const { $ref, type, items } = schema;
  if (typeof $ref === "string") {
    const name = $ref.slice(SCHEMAS_PREFIX.length);
    return html`<a href="${`#schema-${name}`}">${name}</a>`;
  }
  if (type === "array") return html`list of ${schemaWords(items)}`;
  const values = schema["const"] === undefined ? listOf(schema["enum"]) : [schema["const"]];
  if (values.length > 0) return html`${values.map((value) => JSON.stringify(value)).join(", ")}`;
  const kind =
    typeof type === "string" ? type : choicesOf(schema).length > 0 ? "one of its forms" : "anything";
  return html`${kind}${limitsOf(schema)}`;
}

const LIMITS: readonly (readonly [keyword: string, words: string])[] = [
  ["format", ""],
  ["minimum", "from "],
  ["maximum", "up to "],
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
