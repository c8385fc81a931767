import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import type { Words } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

/** A language of the payer's pages. */
export interface Language {
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly words: Words;
}

export const ENGLISH: Language = { tag: "en", direction: "ltr", words: en };

const LANGUAGES: readonly Language[] = [
  ENGLISH,
  { tag: "de", direction: "ltr", words: de },
  { tag: "fr", direction: "ltr", words: fr },
  { tag: "es", direction: "ltr", words: es },
  { tag: "ar", direction: "rtl", words: ar },
];

/** The language of the first locale, such as `en_US` or `ar`, that is one of ours; English if none is (assumption A285). */
export function languageOf(...locales: readonly (string | undefined)[]): Language {
  const tags = locales.map((locale = "") => /^[A-Za-z]{2}(?=$|[-_])/.exec(locale)?.[0].toLowerCase());
  const known = tags.map((wanted) => LANGUAGES.find(({ tag }) => tag === wanted));
  return known.find((language) => language !== undefined) ?? ENGLISH;
}

/** Puts values in the place of `{name}`. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces);
}
