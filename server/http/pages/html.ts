/** Markup that is safe to send: every value in it was escaped. */
export interface Html {
  readonly markup: string;
}

type Value = Html | readonly Html[] | string | undefined;

/** Puts values into markup, escaped unless they are markup themselves; undefined leaves nothing. */
export function html(texts: TemplateStringsArray, ...values: readonly Value[]): Html {
  const parts = texts.map((text, index) => text + markupOf(values[index]));
  return { markup: parts.join("") };
}

function markupOf(value: Value): string {
  if (value === undefined) return "";
  if (typeof value === "string") return escaped(value);
  return "markup" in value ? value.markup : value.map(({ markup }) => markup).join("");
}

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

function escaped(text: string): string {
  return text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? "");
}
