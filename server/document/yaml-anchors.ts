import { visit } from "yaml";
import type { Alias, Document, Node } from "yaml";

type Targets = ReadonlyMap<Alias, Node | undefined>;

/** Of each document that was asked: the library goes through the whole document for every alias. */
const known = new WeakMap<Document, Targets>();

/** What an alias stands for: the last node in front of it that has the anchor. */
export function targetOf(alias: Alias, document: Document): Node | undefined {
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
