import type { RequestSpan } from "../../../contract/schema/request-spans.ts";
import { VERSION_MAX, VERSION_MIN } from "../../../domain/request/operation.ts";
import { requestMembers } from "./request-members.ts";
import type { Group, Kind } from "./shape.ts";

interface Span {
  readonly member: string;
  readonly from: number;
  /** Undefined: the newest version still has it. */
  readonly until?: number;
}

/**
 * Members of the gateway's own that only some versions answer with, by what bodies of versions 45, 51, 57 and 70 show. Between two
 * of them a member changes at the first version that shows it; versions below 45 answer as 45
 * (assumption A85).
 */
const SPANS = [
  // Version 48 has veResEnrolled instead; 60 and 100 take either and always answer with this one.
  { member: "3DSecure.enrollmentStatus", from: 1, until: 47 },
  { member: "3DSecure.enrollmentStatus", from: 60 },
  { member: "accountFunding.purposeOfPayment", from: 100 },
  { member: "agreement.type", from: 60 },
  { member: "authorizationResponse", from: 51 },
  { member: "order.authenticationStatus", from: 57 },
  { member: "order.chargeback", from: 51 },
  { member: "order.fundingStatus", from: 57 },
  { member: "order.lastUpdatedTime", from: 57 },
  { member: "order.merchantAmount", from: 57 },
  { member: "order.merchantCategoryCode", from: 51 },
  { member: "order.merchantCurrency", from: 57 },
  // Shown by 70, not by 57; disbursements exist from 62 on.
  { member: "order.totalDisbursedAmount", from: 62 },
  { member: "response.risk", from: 1, until: 44 },
  { member: "risk", from: 45 },
  { member: "sourceOfFunds.provided.card.storedOnFile", from: 51 },
  { member: "timeOfLastUpdate", from: 57 },
  // 45 and 57 show all of the acquirer's times, 51 none.
  { member: "transaction.acquirer.date", from: 1, until: 50 },
  { member: "transaction.acquirer.date", from: 57 },
  { member: "transaction.authenticationStatus", from: 57 },
  { member: "transaction.frequency", from: 1, until: 51 },
  { member: "transaction.funding", from: 57 },
  { member: "transaction.stan", from: 57 },
] as const satisfies readonly Span[];

export type VersionedMember = (typeof SPANS)[number]["member"];

const FLAT = "country dateOfBirth firstName lastName middleName postCodeZip stateProvinceCode";

/**
 * Members that are echoed in more versions than have them in requests: the older form of account funding (interface
 * section 2.12) comes back whatever form was sent, the operation of a browser payment stands at its newer place from
 * version 34 on, mode gateway takes an invoice number in every version (schemas/extensions.json), and the acquirer names
 * every transaction. A payment repeats the result of the authentication that it names (assumption A284).
 */
const ALSO_ECHOED: readonly Span[] = [
  ...[
    "purpose",
    "senderIsRecipient",
    "senderType",
    ...FLAT.split(" ").map((name) => `recipient.${name}`),
  ].map((name) => ({ member: `accountFunding.${name}`, from: 67, until: 99 })),
  ...[
    ...["3ds.acsEci", "3ds.authenticationToken", "3ds.transactionId"],
    ...["3ds1.paResStatus", "3ds1.veResEnrolled"],
    ...["3ds2.dsTransactionId", "3ds2.protocolVersion", "3ds2.transactionStatus", "transactionId"],
  ].map((name) => ({ member: `authentication.${name}`, from: 53, until: 99 })),
  { member: "browserPayment.operation", from: 34, until: 60 },
  { member: "order.invoiceNumber", from: 1 },
  { member: "transaction.acquirer.transactionId", from: 1, until: 99 },
];

/** The version of an answer, and whether it has each of the versioned members. */
export type Members = Readonly<Record<VersionedMember, boolean>> & { readonly version: number };

/** Made when the first answer of the version is. */
const flags: Members[] = [];

export function membersOf(version: number): Members {
  const made = flags[version];
  if (made !== undefined) return made;
  if (!Number.isInteger(version) || version < VERSION_MIN || version > VERSION_MAX)
    throw new RangeError(`version ${version} does not exist`);
  const members = membersIn(version);
  flags[version] = members;
  return members;
}

function membersIn(version: number): Members {
  const shown = SPANS.filter((it) => isWithin(it, version)).map((it) => it.member);
  const all = SPANS.map(({ member }) => [member, shown.includes(member)] as const);
  return { ...(Object.fromEntries(all) as Record<VersionedMember, boolean>), version };
}

/** Whether answers of a version echo the member at the path of its name (assumption A85). */
function isEchoed(path: readonly string[], version: number): boolean {
  let span: RequestSpan | undefined = requestMembers();
  for (const name of path) span = span?.members[name];
  if (span !== undefined && isWithin(span, version)) return true;
  const name = path.join(".");
  return [...SPANS, ...ALSO_ECHOED].some((it) => it.member === name && isWithin(it, version));
}

function isWithin({ from, until = VERSION_MAX }: Omit<Span, "member">, version: number): boolean {
  return from <= version && version <= until;
}

/** Something for each version that is made when it is first asked for. */
export function byVersion<T>(make: (version: number) => T): (has: Members) => T {
  const made: T[] = [];
  return ({ version }) => (made[version] ??= make(version));
}

/**
 * A group of what a version knows of it: no answer has what its version does not, whatever version wrote it. The
 * members that are left keep their ranks; what the gateway fills itself is left to who fills it.
 */
export function known(group: Group, path: string, version: number): Group {
  return knownGroup(group, [path], version) ?? { ...group, byName: new Map() };
}

/** Undefined when nothing is left that a request could have brought, or the gateway computes. */
export function knownKind(kind: Kind, path: readonly string[], version: number): Kind | undefined {
  if (kind === "own" || kind === "custom") return kind;
  if (typeof kind === "string") return isEchoed(path, version) ? kind : undefined;
  if (kind.kind !== "list") return knownGroup(kind, path, version);
  const item = knownGroup(kind.item, path, version);
  return item && { ...kind, item };
}

function knownGroup(group: Group, path: readonly string[], version: number): Group | undefined {
  const members = group.members.flatMap((member) => {
    // An address is answered in one line, with an empty second one (interface section 2.5).
    const name = group.kind === "address" && member.name === "street2" ? "street" : member.name;
    const kind = knownKind(member.kind, [...path, name], version);
    return kind === undefined ? [] : [{ ...member, kind }];
  });
  if (members.every(({ kind }) => group.kind !== "computed" && kind === "own")) return undefined;
  return { ...group, members, byName: new Map(members.map((member) => [member.name, member])) };
}
