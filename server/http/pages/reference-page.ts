import { createHash } from "node:crypto";
import type { Response } from "express";
import { isObject } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";
import { SCHEMAS_PREFIX } from "../openapi/components.ts";

const STYLE = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 60rem; padding: 0 1rem; }
code { font-family: ui-monospace, monospace; overflow-wrap: break-word; }
h3 { border-top: 1px solid; margin-top: 2rem; padding-top: 1rem; }
table { border-collapse: collapse; margin-top: 1rem; width: 100%; }
td { overflow-wrap: anywhere; }
caption { font-weight: 600; text-align: left; }
td, th { border-bottom: 1px solid #8888; padding: .25rem .75rem .25rem 0; text-align: left; vertical-align: top; }
`;

/** No script, and nothing from elsewhere. */
const CONTENT_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${createHash("sha256").update(STYLE).digest("base64")}'`,
  "form-action 'none'",
  "frame-ancestors 'none'",
  "base-uri 'none'",
].join("; ");

/** Shows an OpenAPI document of ours to people. The page is made when it is first asked for, and kept. */
export function referencePage(document: JsonObject): (response: Response) => void {
  let page: string | undefined;
  return (response) => {
    response.set("Referrer-Policy", "no-referrer");
    response.set("Content-Security-Policy", CONTENT_POLICY);
    response.type("text/html; charset=utf-8").end((page ??= pageOf(document).markup));
  };
}

function pageOf(document: JsonObject): Markup {
  const info = objectAt(document, "info");
  const style: Markup = { markup: `<style>${STYLE}</style>` };
  const tags = listAt(document, "tags");
  return html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${textAt(info, "title")}</title>
        ${style}
      </head>
      <body>
        <main>
          <h1>${textAt(info, "title")}</h1>
          <p>${textAt(info, "description")}</p>
          <p>
            For programs: <a href="openapi/control.json">openapi/control.json</a>. The gateway itself:
            <a href="openapi/latest.json">openapi/latest.json</a>, or <code>openapi/v1.json</code> to
            <code>openapi/v100.json</code> for a version.
          </p>
          <nav aria-label="Parts">
            <ul>
              ${[...tags.map((tag) => textAt(tag, "name")), "Schemas"].map(
                (name) => html`<li><a href="${`#${name}`}">${name}</a></li>`,
              )}
            </ul>
          </nav>
          ${tags.map((tag) => tagSection(tag, document))} ${schemaSection(document)}
        </main>
      </body>
    </html> `;
}

function tagSection(tag: JsonObject, document: JsonObject): Markup {
  const name = textAt(tag, "name");
  const operations = Object.entries(objectAt(document, "paths")).flatMap(([path, item]) =>
    Object.entries(isObject(item) ? item : {})
      .filter(([, operation]) => isObject(operation) && tagsOf(operation).includes(name))
      .map(([method, operation]) => operationSection(`${method.toUpperCase()} ${path}`, operation, item)),
  );
  return html`<section aria-labelledby="${name}">
    <h2 id="${name}">${name}</h2>
    <p>${textAt(tag, "description")}</p>
    ${operations}
  </section>`;
}

function operationSection(title: string, operation: Json | undefined, item: Json | undefined): Markup {
  if (!isObject(operation) || !isObject(item)) return html``;
  const parameters = [...listAt(item, "parameters"), ...listAt(operation, "parameters")];
  const body = contentOf(objectAt(operation, "requestBody"));
  const answers = Object.entries(objectAt(operation, "responses"));
  return html`<h3><code>${title}</code></h3>
    <p>${textAt(operation, "summary")}. ${textAt(operation, "description")}</p>
    ${table(
      "Parameters",
      parameters.map((it) => [code(textAt(it, "name")), schemaWords(it["schema"]), words(it)]),
    )}
    ${body === undefined ? undefined : html`<p>Body: ${schemaWords(body)}</p>`}
    ${table(
      "Answers",
      answers.map(([status, it]) => [
        code(status),
        isObject(it) ? schemaWords(contentOf(it)) : html``,
        isObject(it) ? words(it) : html``,
      ]),
    )}`;
}

function schemaSection(document: JsonObject): Markup {
  const schemas = Object.entries(objectAt(objectAt(document, "components"), "schemas"));
  return html`<section aria-labelledby="Schemas">
    <h2 id="Schemas">Schemas</h2>
    ${schemas.map(
      ([name, schema]) =>
        html`<h3 id="${`schema-${name}`}">${name}</h3>
          ${isObject(schema) ? html`<p>${textAt(schema, "description")}</p>` : undefined}
          ${table("Members", memberRows(schema))}`,
    )}
  </section>`;
}

function table(caption: string, rows: readonly (readonly Markup[])[]): Markup | undefined {
  if (rows.length === 0) return undefined;
  return html`<table>
    <caption>
      ${caption}
    </caption>
    <tbody>
      ${rows.map(
        ([first, ...cells]) =>
          html`<tr>
            <th scope="row">${first}</th>
            ${cells.map((cell) => html`<td>${cell}</td>`)}
          </tr>`,
      )}
    </tbody>
  </table>`;
}

const code = (text: string): Markup => html`<code>${text}</code>`;
const words = (it: JsonObject): Markup => html`${textAt(it, "description")}`;

/** The schema of a body, whatever its media type. */
function contentOf(body: JsonObject): Json | undefined {
  const [media] = Object.values(objectAt(body, "content"));
  return isObject(media) ? media["schema"] : undefined;
}

function tagsOf(operation: JsonObject): readonly Json[] {
  return Array.isArray(operation["tags"]) ? (operation["tags"] as readonly Json[]) : [];
}

function objectAt(value: JsonObject, member: string): JsonObject {
  const found = value[member];
  return isObject(found) ? found : {};
}

function listAt(value: JsonObject, member: string): readonly JsonObject[] {
  const found = value[member];
  return Array.isArray(found) ? (found as readonly Json[]).filter(isObject) : [];
}

function textAt(value: JsonObject, member: string): string {
  const found = value[member];
  return typeof found === "string" ? found : "";
}

/** The members of a schema, of what lies within it too: name, what it is, what it means. */
function memberRows(schema: Json | undefined, prefix = ""): readonly (readonly Markup[])[] {
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
function schemaWords(schema: Json | undefined): Markup {
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
