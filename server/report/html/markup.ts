/** Markup that is safe to show: every value in it was escaped. */
export interface Markup {
  readonly markup: string;
}

type Value = Markup | readonly Markup[] | string | number | undefined;

/** Puts values into markup, escaped unless they are markup themselves; undefined leaves nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Markup {
  const parts = texts.map((text, index) => text + markupOf(values[index]));
  return { markup: parts.join("") };
}

function markupOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "string" || typeof value === "number") return escaped(String(value));
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

/** No tagged template, as the bundler takes a helper of another package for those that end a script. */
export function scriptElement(path: string, kind: "defer" | 'type="module"'): Markup {
  return { markup: `<script src="${escaped(path)}" ${kind}></script>` };
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** Control characters, code points that are no characters and what turns the direction of writing are no text to show. */
const NO_TEXT = /[\p{Noncharacter_Code_Point}\u202A-\u202E\u2066-\u2069]|(?![\t\n\r])\p{Cc}/gu;

function escaped(text: string): string {
  return text.replace(NO_TEXT, "\uFFFD").replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
