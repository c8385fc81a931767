import type { Look, StyleOf } from "../field/protocol.ts";
import type { PageInput } from "./configuration.ts";

/** The states in which a frame can wear what the page's own rules say, by what selectors call them. */
const STATES: readonly (readonly [StyleOf, RegExp])[] = [
  ["focus", /:focus(-visible|-within)?(?![\w-])/g],
  ["hover", /:hover(?![\w-])/g],
  ["placeholder", /::placeholder/g],
];

/** What may change in a state. Sizes stay, and what would have to be loaded stays behind. */
const CHANGED =
  /^(background|border|box-shadow|caret-color|color|font-style|font-weight|opacity|outline|text-shadow)/;
const LOADED = /url\(|image/i;

/**
 * What the rules of the page say of its field while it has the focus or the mouse, and of its placeholder: the field
 * itself never gets there, as a frame stands in its place. Rules count in their order (assumption A362).
 */
export function statesOf(field: PageInput): Look["states"] {
  const rules: CSSStyleRule[] = [];
  for (const sheet of Array.from(document.styleSheets)) rules.push(...rulesOf(sheet));
  const states: Partial<Record<StyleOf, Record<string, string>>> = {};
  for (const [state, pseudo] of STATES) {
    const ours = rules.filter(({ selectorText }) => matches(field, selectorText, pseudo));
    for (const { style } of ours) states[state] = Object.assign({}, states[state], wornBy(field, style));
  }
  return states;
}

function wornBy(field: PageInput, style: CSSStyleDeclaration): Record<string, string> {
  const worn: Record<string, string> = {};
  for (const [name, value] of declarationsOf(style)) worn[name] = resolved(field, value);
  return worn;
}

function rulesOf(sheet: CSSMediaRule | CSSStyleSheet): readonly CSSStyleRule[] {
  const found: CSSStyleRule[] = [];
  for (const rule of listed(sheet)) {
    if (rule instanceof CSSStyleRule) found.push(rule);
    if (rule instanceof CSSMediaRule && matchMedia(rule.media.mediaText).matches)
      found.push(...rulesOf(rule));
  }
  return found;
}

/** Of a sheet from elsewhere the page may not know the rules. */
function listed(sheet: CSSMediaRule | CSSStyleSheet): readonly CSSRule[] {
  try {
    return Array.from(sheet.cssRules);
  } catch {
    return [];
  }
}

/** Whether one of the selectors is about the state, and without it about the field. */
function matches(field: PageInput, selectors: string, pseudo: RegExp): boolean {
  return selectors.split(",").some((selector) => {
    const plain = selector.replace(pseudo, "").trim();
    if (plain === selector.trim() || /:focus|:hover|::/.test(plain)) return false;
    try {
      return field.matches(plain === "" ? "*" : plain);
    } catch {
      return false;
    }
  });
}

function declarationsOf({ cssText }: CSSStyleDeclaration): readonly (readonly [string, string])[] {
  return cssText
    .split(";")
    .map((text) => /^\s*([\w-]+)\s*:\s*(.+?)(?:\s*!important)?\s*$/.exec(text))
    .filter((found): found is RegExpExecArray => found !== null)
    .map(([, name = "", value = ""]) => [name, value] as const)
    .filter(([name, value]) => CHANGED.test(name) && !LOADED.test(name + value));
}

/** Variables are the page's; the frame has none. */
function resolved(field: PageInput, value: string): string {
  const computed = getComputedStyle(field);
  return value.replace(/var\((--[\w-]+)(?:,([^()]*))?\)/g, (_, name: string, other: string | undefined) => {
    const own = computed.getPropertyValue(name).trim();
    return own === "" ? (other ?? "").trim() : own;
  });
}
