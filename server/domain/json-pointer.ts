/** The pointer (RFC 6901) of a member or element of the value that `pointer` names: `/order/item` and 0 give `/order/item/0`. */
export function pointerBelow(pointer: string, step: number | string): string {
  return `${pointer}/${typeof step === "number" ? step : escaped(step)}`;
}

/** The names and indexes that lead to the value, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  const steps: string[] = [];
  // Every refusal of a contract reads some, and splitting takes six times as long.
  for (let slash = 0; slash >= 0 && slash < pointer.length;) {
    const next = pointer.indexOf("/", slash + 1);
    steps.push(pointer.slice(slash + 1, next < 0 ? undefined : next));
    slash = next;
  }
  // Hardly any name has a "~", and looking for one takes less time than replacing it.
  return pointer.includes("~") ? steps.map(unescaped) : steps;
}

function unescaped(step: string): string {
  return step.replaceAll("~1", "/").replaceAll("~0", "~");
}

function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
