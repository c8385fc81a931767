/**
 * The files of a set in the order they are asked: those that are named, in their order, and what they extend behind
 * them. A file that several extend comes once, behind the last of them, also when it is named itself
 * (assumption A200).
 */
export function setOrder(
  names: readonly string[],
  extendsOf: (name: string) => readonly string[],
): readonly string[] {
  const order: string[] = [];
  const seen = new Set<string>();
  const visit = (name: string): void => {
    if (seen.has(name)) return;
    seen.add(name);
    extendsOf(name).toReversed().forEach(visit);
    order.push(name);
  };
  names.toReversed().forEach(visit);
  return order.toReversed();
}
