import { maskText } from "../../domain/card/card.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { KeptLimits } from "../../domain/kept.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { Order, Transaction } from "../../domain/order/order.ts";
import type { Exchange } from "../../domain/record/exchange.ts";
import type { FileText } from "../../scenario/library/scenario-folder.ts";
import { withStandIns } from "../../domain/card/hidden-members.ts";
import { obstaclesOf } from "./obstacles.ts";

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
  const obstacles = obstaclesOf(exchange, material, request.path);
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
      files: scenarios.files.map(shownFile),
    },
    order: {
      before: entriesOrNull(entries.slice(0, moment?.entriesBefore ?? 0)),
      after: entriesOrNull(entries),
    },
    exchange,
  };
}

const shownFiles = new Map<string, { readonly from: string; readonly shown: FileText }>();

/** Made once for each text of a file: they are long, and the same in nearly all bundles. */
function shownFile({ file, text }: FileText): FileText {
  const known = shownFiles.get(file);
  if (known?.from === text) return known.shown;
  const shown = { file, text: maskText(withStandIns(text)) };
  shownFiles.set(file, { from: text, shown });
  return shown;
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
  | keyof KeptLimits
  | "certificates"
  | "exchangesKept"
  | "notifications"
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
  checkoutWithoutScript: true,
  authenticationLimitMax: true,
  prefer: true,
};

function shownMerchant(merchant: Merchant): MerchantSettings {
  return Object.fromEntries(Object.entries(merchant).filter(([name]) => name in SHOWN)) as MerchantSettings;
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
