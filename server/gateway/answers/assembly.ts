import { isSameJson } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import { DEFAULTS } from "./defaults.ts";
import type { Default, AnswerContext } from "./defaults.ts";
import { ECHO_GROUPS } from "./shapes/echo-groups.ts";
import type { EchoScope } from "./shapes/echo-groups.ts";
import { inOrder } from "./members/found.ts";
import type { Found } from "./members/found.ts";
import { knownKind } from "./members/members.ts";
import { groupsAt, valueOf } from "./members/collect.ts";
import type { Member } from "./members/shape.ts";

/** A member of an answer's top level: where it is echoed from, and what is added; without a scope it is no echo. */
interface TopMember extends Member {
  readonly scope: EchoScope | undefined;
  readonly defaultOf: Default | undefined;
}

/** The top level of a kind of answers, in alphabetical order. */
export interface TopLevel {
  readonly names: readonly string[];
  readonly byName: ReadonlyMap<string, TopMember>;
}

/** A top level with members that the gateway fills itself, and with the groups that are echoed from those requests. */
export function topLevelOf(own: readonly string[], scopes: readonly EchoScope[]): TopLevel {
  const members = own.map((name): Omit<TopMember, "rank"> => {
    return { name, kind: "own", scope: undefined, defaultOf: undefined };
  });
  for (const [name, [scope, kind]] of Object.entries(ECHO_GROUPS)) {
    if (!scopes.includes(scope)) continue;
    members.push({ name, kind, scope, defaultOf: DEFAULTS[name] });
  }
  members.sort(({ name: one }, { name: other }) => (one < other ? -1 : 1));
  const ranked = members.map((member, rank): TopMember => ({ ...member, rank }));
  return {
    names: ranked.map(({ name }) => name),
    byName: new Map(ranked.map((member) => [member.name, member])),
  };
}

/** The top level as a version knows it. */
export function knownTop(top: TopLevel, version: number): TopLevel {
  const members = [...top.byName.values()].flatMap((member) => {
    const kind = knownKind(member.kind, [member.name], version);
    return kind === undefined ? [] : [[member.name, { ...member, kind }] as const];
  });
  return { ...top, byName: new Map(members) };
}

/** An answer of what the gateway has filled at its top level, and of what requests have that is echoed. */
export function assembled(top: TopLevel, found: Found, context: AnswerContext): JsonObject {
  for (const request of context.history.requests.order) echo(found, request, top, context);
  return inOrder(top.names, found) ?? {};
}

/** The members of an object at their places. */
export function place(found: Found, { byName }: TopLevel, object: JsonObject): void {
  for (const name in object) {
    const member = byName.get(name);
    if (member !== undefined) found[member.rank] = object[name];
  }
}

/** Only what the request has is looked at: most have few of the groups that they may have. */
function echo(found: Found, request: JsonObject, { byName }: TopLevel, context: AnswerContext): void {
  for (const name in request) {
    const member = byName.get(name);
    if (member?.scope === undefined || found[member.rank] !== undefined) continue;
    const sources = context.history.requests[member.scope];
    const own = member.defaultOf?.(context);
    found[member.rank] = echoed(member, { sources, own, echoes: context.echoes }) ?? null;
  }
}

interface Echoing extends Pick<AnswerContext, "echoes"> {
  readonly sources: readonly JsonObject[];
  readonly own: JsonObject | undefined;
}

/** Made once for all answers of a retrieval that make it of the same: later requests seldom bring such a group again. */
function echoed({ kind, name }: Member, { sources, own, echoes }: Echoing): Json | undefined {
  if (echoes === undefined) return valueOf(kind, name, sources, own);
  const groups = groupsAt(name, sources);
  const known = echoes.get(name);
  if (known !== undefined && isSameList(known.groups, groups) && isSameJson(known.own, own))
    return known.value;
  const value = valueOf(kind, name, sources, own);
  if (groups.length > 0) echoes.set(name, { groups, own, value });
  return value;
}

function isSameList(one: readonly JsonObject[], other: readonly JsonObject[]): boolean {
  return one.length === other.length && one.every((group, index) => group === other[index]);
}
