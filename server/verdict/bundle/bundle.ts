import { maskText } from "../../domain/card/card.ts";
import { textAt } from "../../domain/json.ts";
import type { Json, JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { FileText } from "../../scenario/library/scenario-folder.ts";
import { hiddenIn, isMaskedNumber, standInFor, standInOf, withStandIns } from "./hidden-members.ts";
import type { HiddenMember } from "./hidden-members.ts";

/** Everything that is needed to play an exchange again somewhere else. It holds no card data and no secret. */
export interface Bundle {
  readonly format: typeof BUNDLE_FORMAT;
  /** Version of the sandbox that made it. */
  readonly sandbox: string;
  readonly replay: {
    readonly isPossible: boolean;
    /** What keeps it from being played, in sentences. */
    readonly obstacles: readonly string[];
    /** What may make the decision another one. */
    readonly doubts: readonly string[];
  };
  readonly request: BundleRequest;
  /** For a shell that has SANDBOX_URL and SANDBOX_PASSWORD set. */
  readonly curl: string;
  /** By the merchant's clock. */
  readonly clock: string;
  readonly seed: string;
  readonly contracts: {
    readonly versions: "exact" | "merged";
    readonly files: readonly ContractFile[];
  };
  /** Without passwords, certificates and notifications; null: the sandbox has no such merchant. */
  readonly merchant: MerchantSettings | null;
  readonly scenarios: {
    /** Of the decision; null when nothing was decided. */
    readonly revision: string | null;
    /** File names without extension, first one asked first. */
    readonly active: readonly string[];
    /** Numbers that could be somebody's card are replaced. */
    readonly files: readonly FileText[];
  };
  /** The entries of the order; null: the order was not looked up, or was not there. */
  readonly order: {
    readonly before: readonly Transaction[] | null;
    readonly after: readonly Transaction[] | null;
  };
  /** The whole record: findings, rules, decision, answer. */
  readonly exchange: Exchange;
}

export const BUNDLE_FORMAT = 1;

/** A schema file relative to schemas/, and what changes with every change of it. */
export interface ContractFile {
  readonly file: string;
  readonly digest: string;
}

/** What the exchange itself does not hold. */
export interface BundleMaterial {
  readonly sandbox: string;
  readonly seed: string;
  readonly versions: "exact" | "merged";
  readonly contractFiles: readonly ContractFile[];
  readonly merchant: Merchant | undefined;
  /** The order as it stands now. */
  readonly order: Order | undefined;
  readonly scenarios: BundleScenarios;
}

export interface BundleScenarios {
  readonly active: readonly string[];
  readonly files: readonly FileText[];
  /** Of these files now. */
  readonly revision: string | undefined;
}

export function bundleOf(exchange: Exchange, material: BundleMaterial): Bundle {
  const { sandbox, seed, versions, contractFiles: files, merchant, scenarios } = material;
  const { moment } = exchange;
  const request = requestOf(exchange);
  const obstacles = obstaclesOf(exchange, material, request);
  const entries = labelled(material.order?.transactions.slice(0, moment?.entriesAfter ?? 0) ?? []);
  return {
    format: BUNDLE_FORMAT,
    sandbox,
    replay: { isPossible: obstacles.length === 0, obstacles, doubts: doubtsOf(exchange, scenarios) },
    request,
    curl: curlLine(request, exchange),
    clock: moment?.now ?? exchange.at,
    seed,
    contracts: { versions, files },
    merchant: merchant ? shownMerchant(merchant) : null,
    scenarios: {
      revision: exchange.scenario?.revision ?? null,
      active: scenarios.active,
      files: scenarios.files.map(({ file, text }) => ({ file, text: maskText(withStandIns(text)) })),
    },
    order: {
      before: entriesOrNull(entries.slice(0, moment?.entriesBefore ?? 0)),
      after: entriesOrNull(entries),
    },
    exchange,
  };
}

function entriesOrNull(entries: readonly Transaction[]): readonly Transaction[] | null {
  return entries.length === 0 ? null : entries;
}

function doubtsOf({ scenario }: Exchange, { revision }: BundleScenarios): readonly string[] {
  if (scenario === undefined || scenario.revision === revision) return [];
  return [`The scenario files have changed since revision ${scenario.revision}.`];
}

/** Keyed digests only have to tell the same from the different, and elsewhere the key is another one. */
function labelled(entries: readonly Transaction[]): readonly Transaction[] {
  const labels = new Map<string, string>();
  const label = (kind: string, digest: string): string => {
    const known = labels.get(kind + digest) ?? `${kind}-${labels.size + 1}`;
    labels.set(kind + digest, known);
    return known;
  };
  return entries.map(({ digest, card, ...entry }) => ({
    ...entry,
    digest: label("request", digest),
    card: card === undefined ? undefined : label("card", card),
  }));
}

/** The members of a bundle that is read back are those of bundleOf, as far as can be told. */
export function isBundle(value: unknown): value is Bundle {
  const isGroup = (part: unknown): part is JsonObject => typeof part === "object" && part !== null;
  if (!isGroup(value) || value["format"] !== BUNDLE_FORMAT) return false;
  const groups = ["replay", "request", "contracts", "scenarios", "order", "exchange"];
  return groups.every((name) => isGroup(value[name]));
}

/** The request as a command of a POSIX shell; what was masked stays masked. */
function curlLine({ method, path, headers }: BundleRequest, { merchantId, request }: Exchange): string {
  const user = merchantId === undefined ? [] : ["-u", `"merchant.${merchantId}:$SANDBOX_PASSWORD"`];
  const given = Object.entries(headers).flatMap(([name, value]) => ["-H", quoted(`${name}: ${value}`)]);
  const body =
    request.body === undefined
      ? []
      : ["-H", quoted("Content-Type: application/json"), "-d", quoted(JSON.stringify(request.body))];
  return ["curl", ...user, "-X", method, `"$SANDBOX_URL"${quoted(path)}`, ...given, ...body].join(" ");
}

function quoted(text: string): string {
  return `'${text.replaceAll("'", `'\\''`)}'`;
}

/** What may be shown of a merchant to anybody. */
type MerchantSettings = Omit<
  Merchant,
  | "certificates"
  | "daysKept"
  | "exchangesKept"
  | "notifications"
  | "ordersKept"
  | "passwords"
  | "requestsPerSecond"
  | "scenarios"
  | "testCards"
>;

/** An allow list, so that no secret that merchants get one day is shown by itself. */
const SHOWN: Readonly<Record<keyof MerchantSettings, true>> = {
  id: true,
  mode: true,
  operations: true,
  privileges: true,
  excessiveRefundPercent: true,
  categoryCodes: true,
  currencies: true,
  cardTypes: true,
  transactionMode: true,
  expiredCards: true,
  surchargePercent: true,
  paymentPlanInterestPercent: true,
  userId: true,
  refundApproval: true,
  authorizationValidityDays: true,
  voidWindowHours: true,
  cardNumbersInIds: true,
  unauthenticatedPayments: true,
  httpReturnUrls: true,
  prefer: true,
};

function shownMerchant(merchant: Merchant): MerchantSettings {
  return Object.fromEntries(Object.entries(merchant).filter(([name]) => name in SHOWN)) as MerchantSettings;
}

interface ObstacleMaterial {
  readonly merchant: Merchant | undefined;
  readonly order: Order | undefined;
}

/** What keeps an exchange from being played again, in sentences; nothing when it can be. */
function obstaclesOf(
  exchange: Exchange,
  material: ObstacleMaterial,
  request: BundleRequest,
): readonly string[] {
  return [
    ...requestObstacles(exchange, request),
    ...merchantObstacles(exchange, material),
    ...orderObstacles(exchange, material),
    ...bodyObstacles(exchange),
  ];
}

const IDS: ReadonlySet<string> = new Set(["order.id", "transaction.id"]);
const HAS_MASKED_NUMBER = /\d{6}x+\d{4}/;

function requestObstacles({ request, refusal }: Exchange, { path }: BundleRequest): readonly string[] {
  if (!request.route.startsWith("/api/rest/"))
    return ["It was not a request to one of the gateway's own paths."];
  const field = refusal?.fault?.field ?? "";
  // Ids that look like card numbers are refused, and are recorded masked (assumption A4).
  if (IDS.has(field) && HAS_MASKED_NUMBER.test(path))
    return [`${field} looked like a card number, so it is not recorded.`];
  const unknown = [...path.matchAll(/:(\w+)/g)].map(([, name]) => name);
  return unknown.length === 0 ? [] : [`The exchange does not contain the path's ${unknown.join(" and ")}.`];
}

function merchantObstacles(
  { merchantId, authentication }: Exchange,
  { merchant }: ObstacleMaterial,
): string[] {
  if (merchantId === undefined) return ["The request was not authenticated."];
  const isProven = authentication.endsWith("accepted");
  if (!isProven) return ["The refused credentials are not recorded."];
  return merchant === undefined ? ["The sandbox no longer has this merchant."] : [];
}

function orderObstacles({ moment }: Exchange, { order }: ObstacleMaterial): readonly string[] {
  const entries = order?.transactions.length ?? 0;
  return entries >= (moment?.entriesAfter ?? 0) ? [] : ["The order has been deleted since."];
}

function bodyObstacles(exchange: Exchange): readonly string[] {
  const { request, committed, repeated, refusal, contract } = exchange;
  const { body, method } = request;
  if (body === undefined)
    return method === "GET" ? [] : ["The body is not recorded: it was too large or unreadable."];
  const judged = (contract?.findings ?? []).map(({ field }) => field);
  const hidden = hiddenIn(body);
  // Rules of meaning compare card numbers and nothing more of them, which stand-ins do as well.
  const isRefused = ({ path, value }: HiddenMember): boolean =>
    judged.includes(path) || (refusal?.fault?.field === path && !isMaskedNumber(value));
  const refused = hidden.filter(isRefused);
  const lost = hidden.filter((member) => standInFor(member, (masked) => standInOf(masked)) === undefined);
  return [
    ...refused.map(({ path }) => `The invalid value of ${path} is not recorded.`),
    ...lost.map(({ path }) => `${path} is not recorded, and cannot be replaced.`),
    ...(committed || repeated ? [] : sourceObstacles(body)),
  ];
}

/** Of a stored transaction the order knows what its session and token held. */
function sourceObstacles(body: Json): readonly string[] {
  const sources = [
    ["session.id", "session"],
    ["sourceOfFunds.token", "token"],
  ] as const;
  return sources.flatMap(([path, name]) =>
    textAt(body, path) === undefined
      ? []
      : [`The contents of the ${name} are not recorded, because nothing was stored.`],
  );
}

/** The request's line and the headers that its answer depends on; the body is in the exchange. */
interface BundleRequest {
  readonly method: string;
  /** With the names of what is not recorded, such as `:sessionId`. */
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
}

/** Only its name counts, and the record keeps headers as notes. */
const CHAOS_HEADER = "X-MC-Chaotic-Response";

function requestOf({ request, merchantId, notes }: Exchange): BundleRequest {
  const { method, route, version, orderId, transactionId } = request;
  const known = { version, merchantId, orderId, transactionId };
  const path = Object.entries(known).reduce(
    (filled, [name, value]) =>
      value === undefined ? filled : filled.replace(`:${name}`, encodeURIComponent(value)),
    route,
  );
  const isChaotic = notes.some((note) => note.startsWith(`${CHAOS_HEADER}:`));
  return { method, path, headers: isChaotic ? { [CHAOS_HEADER]: "true" } : {} };
}
