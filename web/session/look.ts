import type { FieldSetup, Look } from "../field/protocol.ts";
import type { PageInput } from "./configuration.ts";
import { statesOf } from "./states.ts";

/** What makes the look of a field. Images stay behind: the frame may load nothing from elsewhere. */
const COPIED =
  "background-color border-top-color border-right-color border-bottom-color border-left-color " +
  "border-top-style border-right-style border-bottom-style border-left-style " +
  "border-top-width border-right-width border-bottom-width border-left-width " +
  "border-top-left-radius border-top-right-radius border-bottom-right-radius border-bottom-left-radius " +
  "box-shadow caret-color color cursor direction font-family font-feature-settings font-size font-stretch font-style " +
  "font-variant-numeric font-weight letter-spacing line-height padding-top padding-right padding-bottom padding-left " +
  "text-align text-indent text-shadow text-transform word-spacing";

/** What places the frame where the field is. */
const PLACED =
  "align-self flex-basis flex-grow flex-shrink float grid-column-end grid-column-start grid-row-end grid-row-start " +
  "justify-self margin-top margin-right margin-bottom margin-left max-width min-width order vertical-align";

export function lookOf(field: PageInput): Look {
  const computed = getComputedStyle(field);
  const styles: Record<string, string> = {};
  for (const name of COPIED.split(" ")) styles[name] = computed.getPropertyValue(name);
  return { styles, states: statesOf(field), colorScheme: computed.getPropertyValue("color-scheme") };
}

/** Gives the frame the place and the size of the field, which takes them up no more from then on. */
export function takePlace(frame: HTMLIFrameElement, field: PageInput): void {
  const computed = getComputedStyle(field);
  const { style } = frame;
  for (const name of PLACED.split(" ")) style.setProperty(name, computed.getPropertyValue(name));
  const display = computed.display === "inline" ? "inline-block" : computed.display;
  style.setProperty("display", display === "none" ? "inline-block" : display);
  style.setProperty("border", "0");
  style.setProperty("padding", "0");
  style.setProperty("box-sizing", "border-box");
  style.setProperty("color-scheme", computed.getPropertyValue("color-scheme"));
  takeSize(frame, field);
  field.style.setProperty("display", "none", "important");
  if (style.height === UNSEEN) whenSeen(frame, field);
}

/** The height of a frame whose field nobody sees yet: it has no size. */
const UNSEEN = "2.75em";

function takeSize({ style }: HTMLIFrameElement, field: PageInput): void {
  const { display, verticalAlign } = getComputedStyle(field);
  if (display.startsWith("inline") && verticalAlign === "baseline")
    style.setProperty("vertical-align", `${String(-belowBaseline(field))}px`);
  style.setProperty("width", widthOf(field));
  style.setProperty("height", field.offsetHeight > 0 ? `${String(field.offsetHeight)}px` : UNSEEN);
}

/** A field stands on its line by its text, a frame by its lower edge: so many pixels of the field are below the line. */
function belowBaseline(field: PageInput): number {
  const mark = document.createElement("span");
  mark.style.setProperty("all", "initial", "important");
  mark.style.setProperty("display", "inline-block", "important");
  field.after(mark);
  const { bottom } = mark.getBoundingClientRect();
  const below =
    field.getBoundingClientRect().bottom - bottom + parseFloat(getComputedStyle(field).marginBottom);
  mark.remove();
  // Where the field fills more than its line, the mark is on the next one.
  return Math.max(0, below);
}

/** A page may configure its fields before it shows them, in a tab or an accordion: they are measured when it does. */
function whenSeen(frame: HTMLIFrameElement, field: PageInput): void {
  const observer = new ResizeObserver(() => {
    if (frame.offsetWidth === 0) return;
    observer.disconnect();
    const { display } = frame.style;
    field.style.removeProperty("display");
    frame.style.setProperty("display", "none");
    takeSize(frame, field);
    frame.style.setProperty("display", display);
    field.style.setProperty("display", "none", "important");
  });
  observer.observe(frame);
}

/** As wide as what it is in, when it fills that: so it stays when the window gets another size. */
function widthOf(field: PageInput): string {
  if (field.offsetWidth === 0 || field.parentElement === null) return "100%";
  const { paddingLeft, paddingRight } = getComputedStyle(field.parentElement);
  const room = field.parentElement.clientWidth - parseFloat(paddingLeft) - parseFloat(paddingRight);
  return Math.abs(room - field.offsetWidth) < 1 ? "100%" : `${String(field.offsetWidth)}px`;
}

/** What the page says of its field to people who do not see it, and the choices of a list. */
export function wordsOf(
  field: PageInput,
): Pick<FieldSetup, "description" | "isRequired" | "name" | "options" | "placeholder" | "title"> {
  const isList = field instanceof HTMLSelectElement;
  const title = field.getAttribute("title") ?? undefined;
  const placeholder = field.getAttribute("placeholder") ?? undefined;
  return {
    name: nameOf(field) ?? title ?? placeholder,
    description: textsOf(field, "aria-describedby"),
    placeholder,
    title,
    isRequired: field.required || field.getAttribute("aria-required") === "true",
    options: isList ? Array.from(field.options, ({ value, text }) => ({ value, text })) : undefined,
  };
}

function nameOf(field: PageInput): string | undefined {
  const given = textsOf(field, "aria-labelledby") ?? field.getAttribute("aria-label");
  const labels = Array.from(field.labels ?? [], textOf).join(" ");
  return given ?? (labels === "" ? undefined : labels);
}

/** Of the elements that an attribute names by their ids. */
function textsOf(field: PageInput, attribute: string): string | undefined {
  const ids = (field.getAttribute(attribute) ?? "").split(/\s+/);
  const text = ids
    .map((id) => document.getElementById(id))
    .map((it) => (it === null ? "" : textOf(it)))
    .join(" ")
    .trim();
  return text === "" ? undefined : text;
}

function textOf({ textContent }: Element): string {
  return textContent.replace(/\s+/g, " ").trim();
}
