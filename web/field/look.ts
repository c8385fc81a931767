import type { Input } from "./input.ts";
import type { Look, StyleOf, Styles } from "./protocol.ts";

/** The later ones win. */
const STATES = ["placeholderShown", "hover", "focus"] as const;

/** Dresses the field: as the page's own, and on top of it what the page wants while it has the focus or the mouse. */
export interface Dress {
  readonly wear: (look: Look) => void;
  /** What the page wants of a state. */
  readonly want: (of: StyleOf, styles: Styles) => void;
}

export function dressed(input: Input): Dress {
  let look: Look = { styles: {}, states: {}, colorScheme: "" };
  const wanted: Partial<Record<StyleOf, Styles>> = {};
  const isIn: Record<"focus" | "hover", boolean> = { focus: false, hover: false };
  const dress = (): void => {
    input.removeAttribute("style");
    put(input.style, look.styles);
    if (input.inputMode === "numeric") readDigits(input.style);
    const of = { placeholderShown: input.value === "", ...isIn };
    const now = STATES.filter((state) => of[state]);
    for (const styles of [look.states, wanted]) for (const state of now) put(input.style, styles[state]);
    // Nothing outside of the frame is seen.
    input.style.setProperty("outline-offset", `-${getComputedStyle(input).outlineWidth}`);
  };
  const states = { blur: ["focus", false], focus: ["focus", true], mouseout: ["hover", false] } as const;
  for (const [event, [state, value]] of Object.entries({ ...states, mouseover: ["hover", true] as const })) {
    input.addEventListener(event, () => {
      isIn[state] = value;
      dress();
    });
  }
  input.addEventListener("input", dress);
  return {
    wear: (worn) => {
      look = worn;
      document.documentElement.style.setProperty("color-scheme", look.colorScheme);
      if (look.states.placeholder) put(placeholderStyle(), look.states.placeholder);
      dress();
    },
    want: (of, styles) => {
      wanted[of] = { ...wanted[of], ...styles };
      if (of === "placeholder") put(placeholderStyle(), styles);
      dress();
    },
  };
}

const OTHER_SIDE: Readonly<Record<string, string>> = { start: "end", end: "start" };

/** Groups of digits are read from left to right in every language; they stay on their side (assumption A473). */
function readDigits(style: CSSStyleDeclaration): void {
  if (style.direction !== "rtl") return;
  style.direction = "ltr";
  style.textAlign = OTHER_SIDE[style.textAlign] ?? style.textAlign;
}

/** Both forms of names count, `borderColor` and `border-color`; what is no property of a style has no effect. */
function put(style: CSSStyleDeclaration, styles: Styles = {}): void {
  for (const name of Object.keys(styles)) {
    const dashed = name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
    style.setProperty(dashed, styles[name] ?? null);
  }
}

/** The one rule for placeholders, made when it is first wanted. */
function placeholderStyle(): CSSStyleDeclaration {
  const [sheet] = Array.from(document.styleSheets);
  if (sheet === undefined) throw new Error("the frame has no style");
  const isIt = (rule: CSSRule): rule is CSSStyleRule =>
    rule instanceof CSSStyleRule && rule.selectorText === ".field::placeholder";
  const known = Array.from(sheet.cssRules).find(isIt);
  if (known !== undefined) return known.style;
  sheet.insertRule(".field::placeholder {}", sheet.cssRules.length);
  return placeholderStyle();
}
