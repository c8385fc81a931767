/** Characters that XML 1.0 cannot hold in any way (section 2.2). */
const IMPOSSIBLE = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const ENTITIES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  // Written out, as a reader turns them into blanks in an attribute (section 3.3.3).
  "\t": "&#9;",
  "\n": "&#10;",
  "\r": "&#13;",
};

export type XmlAttributes = Readonly<Record<string, string | number | undefined>>;

/** An element around markup that is already escaped; attributes that are undefined are left out. */
export function element(name: string, attributes: XmlAttributes, content = ""): string {
  const written = Object.entries(attributes).flatMap(([key, value]) =>
    value === undefined ? [] : [` ${key}="${escaped(String(value), /[&<>"\t\n\r]/g)}"`],
  );
  const start = `<${name}${written.join("")}`;
  return content === "" ? `${start}/>` : `${start}>${content}</${name}>`;
}

/** Text as the content of an element. */
export function xmlText(text: string): string {
  return escaped(text, /[&<>\r]/g);
}

function escaped(text: string, special: RegExp): string {
  return text.replace(IMPOSSIBLE, "").replace(special, (character) => ENTITIES[character] ?? "");
}
