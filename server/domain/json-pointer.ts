/** The pointer (RFC 6901) of a member or element of the value that `pointer` names: `/order/item` and 0 give `/order/item/0`. */
export function pointerBelow(pointer: string, step: number | string): string {
  return `${pointer}/${typeof step === "number" ? step : escaped(step)}`;
}

/** The names and indexes that lead to the value, unescaped. */
export function stepsOf(pointer: string): readonly string[] {
  const steps = pointer.split("/").slice(1);
  return steps.map((step) => step.replaceAll("~1", "/").replaceAll("~0", "~"));
}

function escaped(name: string): string {
  if (!name.includes("~") && !name.includes("/")) return name;
  return name.replaceAll("~", "~0").replaceAll("/", "~1");
}
