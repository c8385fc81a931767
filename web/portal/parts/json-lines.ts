import { isObject } from "../../../server/domain/json.ts";
import type { Json } from "../../../server/domain/json.ts";
import { pointerBelow } from "../../../server/domain/json-pointer.ts";
import type { Change } from "../../../server/domain/record/correction.ts";

/** One line of a body that is laid out for people. */
export interface Line {
  readonly depth: number;
  /** With its quotes; undefined in lists, and where something ends. */
  readonly name: string | undefined;
  readonly text: string;
  readonly kind: "mark" | "string" | "value";
  /** What is wrong with it, or was mended. */
  readonly mark: Change | undefined;
}

export function linesOf(value: Json | undefined, marks: readonly Change[]): readonly Line[] {
  const byPointer = new Map(marks.map((mark) => [mark.pointer, mark]));
  return linesOfMember({ name: undefined, value, pointer: "", depth: 0, isLast: true }, byPointer);
}

interface Member {
  readonly name: string | undefined;
  readonly value: Json | undefined;
  readonly pointer: string;
  readonly depth: number;
  /** Nothing comes behind it, so that it needs no comma. */
  readonly isLast: boolean;
}

function linesOfMember(member: Member, marks: ReadonlyMap<string, Change>): readonly Line[] {
  const { name, value, pointer, depth, isLast } = member;
  const mark = marks.get(pointer);
  const comma = isLast ? "" : ",";
  const inner = membersOf(member);
  if (inner === undefined || inner.length === 0) {
    const text = `${JSON.stringify(value)}${comma}`;
    return [{ depth, name, text, kind: typeof value === "string" ? "string" : "value", mark }];
  }
  const [open, close] = Array.isArray(value) ? ["[", "]"] : ["{", "}"];
  return [
    { depth, name, text: open, kind: "mark", mark },
    ...inner.flatMap((each) => linesOfMember(each, marks)),
    { depth, name: undefined, text: close + comma, kind: "mark", mark: undefined },
  ];
}

function membersOf({ value, pointer, depth }: Member): readonly Member[] | undefined {
  const entries = Array.isArray(value)
    ? (value as readonly Json[]).map((item, index) => [String(index), item] as const)
    : isObject(value)
      ? Object.entries(value).filter(([, it]) => it !== undefined)
      : undefined;
  return entries?.map(([key, inner], index) => ({
    name: Array.isArray(value) ? undefined : JSON.stringify(key),
    value: inner,
    pointer: pointerBelow(pointer, key),
    depth: depth + 1,
    isLast: index === entries.length - 1,
  }));
}
