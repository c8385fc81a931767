import { ar } from "./ar.ts";
import { de } from "./de.ts";
import { en } from "./en.ts";
import type { Words } from "./en.ts";
import { es } from "./es.ts";
import { fr } from "./fr.ts";

/** A language of the page. */
export interface Language {
  readonly tag: string;
  readonly direction: "ltr" | "rtl";
  readonly words: Words;
}

const LANGUAGES: readonly Language[] = [
  { tag: "en", direction: "ltr", words: en },
  { tag: "de", direction: "ltr", words: de },
  { tag: "fr", direction: "ltr", words: fr },
  { tag: "es", direction: "ltr", words: es },
  { tag: "ar", direction: "rtl", words: ar },
];

const ENGLISH: Language = { tag: "en", direction: "ltr", words: en };

/** The language of `interaction.locale`, such as `en_US` or `ar`; English for every other (assumption A285). */
export function languageOf(locale: string | undefined): Language {
  const tag = /^[A-Za-z]{2}(?=$|[-_])/.exec(locale ?? "")?.[0].toLowerCase();
  return LANGUAGES.find((language) => language.tag === tag) ?? ENGLISH;
}

/** Puts values in the place of `{name}`. */
export function filled(text: string, values: Readonly<Record<string, string>>): string {
  return text.replace(/\{(\w+)\}/g, (braces, name: string) => values[name] ?? braces);
}
