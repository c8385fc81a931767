import { ITEM } from "./schema-words.ts";

/** Where in a YAML text something is being typed. */
export interface YamlPlace {
  /** Names and list elements from the top down to the mapping or the member. */
  readonly path: readonly string[];
  /** Whether a value is typed, or else a name. */
  readonly isValue: boolean;
}

/** What stands at the end of a text that somebody types; enough of YAML for what scenario files are made of. */
export function placeAtEnd(text: string): YamlPlace {
  const lines = text.split("\n");
  const typed = lines.at(-1) ?? "";
  const [, spaces = "", dashes = "", rest = ""] = LINE.exec(typed) ?? [];
  const column = spaces.length + dashes.length;
  const above = pathAbove(lines.slice(0, -1), dashes === "" ? column : spaces.length, dashes !== "");
  const items = Array.from(dashes.matchAll(/-/g), () => ITEM);
  return within([...above, ...items], rest);
}

const LINE = /^( *)((?:- +)*)(.*)$/;

/** The names that lines indented less than the limit open, from the top down. */
function pathAbove(lines: readonly string[], limit: number, isItem: boolean): readonly string[] {
  const path: string[] = [];
  let column = limit;
  let isInList = isItem;
  for (const line of lines.toReversed()) {
    const [, spaces = "", dashes = "", rest = ""] = LINE.exec(line) ?? [];
    const name = /^([\w.-]+):/.exec(rest)?.[1];
    if (name === undefined || rest.startsWith("#")) continue;
    const nameColumn = spaces.length + dashes.length;
    // A list may stand as far left as the name above it.
    if (nameColumn < column || (nameColumn === column && isInList && dashes === "")) {
      path.unshift(name);
      column = nameColumn;
      isInList = false;
    }
    if (dashes !== "" && spaces.length < column) {
      path.unshift(ITEM);
      column = spaces.length;
      isInList = true;
    }
  }
  return path;
}

/** Goes on inside one line, where mappings and lists stand in brackets. */
function within(base: readonly string[], line: string): YamlPlace {
  const stack: (readonly string[])[] = [base];
  let name: string | undefined;
  for (const [sign] of line.matchAll(/"[^"]*"|'[^']*'|[\w.-]+(?=:)|[{}[\],]/g)) {
    const here = stack.at(-1) ?? base;
    const inner = name === undefined ? here : [...here, name];
    if (sign === "{") stack.push(inner);
    else if (sign === "[") stack.push([...inner, ITEM]);
    else if (sign === "}" || sign === "]") stack.pop();
    else if (sign !== ",") name = sign;
    if ("{}[],".includes(sign)) name = undefined;
  }
  const here = stack.at(-1) ?? base;
  if (name === undefined)
    return { path: here, isValue: here.at(-1) === ITEM && /[[,]\s*[\w"']*$/.test(line) };
  return { path: [...here, name], isValue: true };
}
