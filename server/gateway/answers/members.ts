import { VERSION_MAX, VERSION_MIN } from "../../domain/operation.ts";

interface Span {
  readonly member: string;
  readonly from: number;
  readonly until: number;
}

/**
 * Members that only some versions answer with, by what bodies of versions 45, 51, 57 and 70 show. Between two
 * of them a member changes at the first version that shows it; versions below 45 answer as 45
 * (assumption A85).
 */
const SPANS = [
  // Version 48 has veResEnrolled instead; 60 and 100 take either and always answer with this one.
  { member: "3DSecure.enrollmentStatus", from: 1, until: 47 },
  { member: "3DSecure.enrollmentStatus", from: 60, until: 100 },
  { member: "accountFunding.purposeOfPayment", from: 100, until: 100 },
  { member: "agreement.type", from: 60, until: 100 },
  { member: "authorizationResponse", from: 51, until: 100 },
  { member: "order.authenticationStatus", from: 57, until: 100 },
  { member: "order.chargeback", from: 51, until: 100 },
  { member: "order.fundingStatus", from: 57, until: 100 },
  { member: "order.lastUpdatedTime", from: 57, until: 100 },
  { member: "order.merchantAmount", from: 57, until: 100 },
  { member: "order.merchantCategoryCode", from: 51, until: 100 },
  { member: "order.merchantCurrency", from: 57, until: 100 },
  // Shown by 70, not by 57; disbursements exist from 62 on.
  { member: "order.totalDisbursedAmount", from: 62, until: 100 },
  { member: "response.risk", from: 1, until: 44 },
  { member: "risk", from: 45, until: 100 },
  { member: "sourceOfFunds.provided.card.storedOnFile", from: 51, until: 100 },
  { member: "timeOfLastUpdate", from: 57, until: 100 },
  // 45 and 57 show all of the acquirer's times, 51 none.
  { member: "transaction.acquirer.date", from: 1, until: 50 },
  { member: "transaction.acquirer.date", from: 57, until: 100 },
  { member: "transaction.authenticationStatus", from: 57, until: 100 },
  { member: "transaction.frequency", from: 1, until: 51 },
  { member: "transaction.funding", from: 57, until: 100 },
  { member: "transaction.stan", from: 57, until: 100 },
] as const satisfies readonly Span[];

export type VersionedMember = (typeof SPANS)[number]["member"];

/** Whether answers of one version have each of the versioned members. */
export type Members = Readonly<Record<VersionedMember, boolean>>;

/** By version, made when the first answer of the version is. */
const byVersion: Members[] = [];

export function membersOf(version: number): Members {
  const known = byVersion[version];
  if (known !== undefined) return known;
  if (!Number.isInteger(version) || version < VERSION_MIN || version > VERSION_MAX)
    throw new RangeError(`there is no version ${version}`);
  const members = membersIn(version);
  byVersion[version] = members;
  return members;
}

function membersIn(version: number): Members {
  const shown = SPANS.filter((span) => span.from <= version && version <= span.until).map((it) => it.member);
  const all = SPANS.map(({ member }) => [member, shown.includes(member)] as const);
  return Object.fromEntries(all) as Record<VersionedMember, boolean>;
}
