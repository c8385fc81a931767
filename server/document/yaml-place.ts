import { isAlias, isMap, isNode, isScalar, isSeq, visit } from "yaml";
import type { Alias, Document, Node, Pair } from "yaml";
import { maskNumber, maskText } from "../domain/card/card.ts";
import { stepsOf } from "../domain/json-pointer.ts";

const SHOWN_MAX = 60;

/** A value's place in the file; `key` is that of the pair which holds the value. */
export interface YamlPlace {
  readonly key: Node | undefined;
  readonly value: Node | undefined;
}

/** Where the value at a JSON pointer (RFC 6901) stands; aliases are followed to their anchors. */
export function placeAt(document: Document, pointer: string): YamlPlace {
  let place: YamlPlace = { key: undefined, value: document.contents ?? undefined };
  for (const step of stepsOf(pointer)) place = stepInto(place.value, step, document);
  return place;
}

/** Where a member of the value at a place stands; the key of a doubled member is its last. */
export function stepInto(from: Node | undefined, segment: string, document: Document): YamlPlace {
  const node = isAlias(from) ? targetOf(from, document) : from;
  if (isSeq(node)) return { key: undefined, value: nodeOf(node.items[Number(segment)]) };
  const pair = isMap(node) ? node.items.findLast((item) => keyText(item) === segment) : undefined;
  return { key: nodeOf(pair?.key), value: nodeOf(pair?.value) };
}

/** Where to point at: at the value, or at its key when the value was left empty. */
export function offsetOf({ key, value }: YamlPlace): number {
  const empty = isScalar(value) && value.value === null && (value.source ?? "") === "";
  return (empty ? (key ?? value) : (value ?? key))?.range?.[0] ?? 0;
}

/**
 * What stands there, in words, as it is written; long text is cut. Whatever could be a card number is masked, and
 * with `maskText` only what looks like one: for places where no card number belongs.
 */
export function describe(node: Node | undefined, mask = maskDigits): string {
  const shown = (text: string): string => cut(mask(text));
  if (isAlias(node)) return `the alias *${shown(node.source)}`;
  if (isMap(node)) return node.items.length > 0 ? "a mapping" : "an empty mapping";
  if (isSeq(node)) return node.items.length > 0 ? "a list" : "an empty list";
  if (!isScalar(node) || node.value === null) return "nothing";
  const written = shown(node.source ?? "");
  if (typeof node.value === "string") return `"${written}"`;
  return typeof node.value === "number" ? `the number ${written}` : written;
}

/** A run of digits is masked whether or not it is a card number: where one is expected it may have a slip. */
export function maskDigits(text: string): string {
  return /^\d{9,}$/.test(text) ? maskNumber(text) : maskText(text);
}

function cut(masked: string): string {
  return masked.length > SHOWN_MAX ? `${masked.slice(0, SHOWN_MAX)}…` : masked;
}

function keyText({ key }: Pair): string | undefined {
  return isScalar(key) ? String(key.value) : undefined;
}

function nodeOf(node: unknown): Node | undefined {
  return isNode(node) ? node : undefined;
}

type Targets = ReadonlyMap<Alias, Node | undefined>;

/** Of each document that was asked: the library goes through the whole document for every alias. */
const known = new WeakMap<Document, Targets>();

/** What an alias stands for: the last node in front of it that has the anchor. */
function targetOf(alias: Alias, document: Document): Node | undefined {
  const targets = known.get(document) ?? targetsIn(document);
  known.set(document, targets);
  return targets.get(alias);
}

function targetsIn(document: Document): Targets {
  const anchors = new Map<string, Node>();
  const targets = new Map<Alias, Node | undefined>();
  visit(document, {
    Alias(_, alias) {
      targets.set(alias, anchors.get(alias.source));
    },
    Value(_, node) {
      if (node.anchor !== undefined) anchors.set(node.anchor, node);
    },
  });
  return targets;
}
