import type { Merchant } from "../../../domain/merchant.ts";
import type { Page } from "../../../store/store.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, number, open, text, time, whole } from "../kernel/endpoint.ts";
import type { Given, Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";

const KEPT_MAX = 200;
/** So many are looked at for one page at most, so that a search does not hold up payments. */
const LOOKED_AT_MAX = 2_000;
const BAD_FILTER = "A filter is unknown, or its value is wrong.";
const PAGES =
  "If next is present, there are older ones: repeat the call with after set to it. " +
  `A page ends at limit, or after ${LOOKED_AT_MAX} have been searched, so that it may be empty.`;

const PAGE = {
  after: { ...text, description: "Only those older than this one: next of the previous page." },
  limit: { description: "Maximum number.", ...whole({ minimum: 1, maximum: KEPT_MAX, default: 50 }) },
} as const;

const STATUSES = ["NO_UPDATE", "SUCCESS", "FAILURE"] as const;

const SESSION_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only those whose id contains this text." },
    status: { ...text, description: "Only those with this update status.", enum: STATUSES },
    ...PAGE,
  },
} as const;

const TOKEN_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only those whose token or masked card number contains this text." },
    ...PAGE,
  },
} as const;

export type SessionPageQuery = Given<typeof SESSION_QUERY>;
export type TokenPageQuery = Given<typeof TOKEN_QUERY>;

const SESSION = {
  type: "object",
  required: [
    ...["id", "version", "updateStatus", "expiresAt", "isExpired"],
    ...["authentications", "authenticationLimit", "content"],
  ],
  properties: {
    id: text,
    version: text,
    updateStatus: { ...text, enum: STATUSES },
    apiVersion: { type: "integer", description: "Of the last update; absent before the first." },
    expiresAt: { ...time, description: "By the merchant's clock." },
    isExpired: flag,
    authentications: { ...number, description: "How often its id was used as a password." },
    authenticationLimit: number,
    content: { ...open, description: "What it holds, masked as in the gateway's answers." },
  },
} as const;

const TOKEN = {
  type: "object",
  required: ["token", "number", "verificationStrategy", "lastUpdated"],
  properties: {
    token: text,
    number: { ...text, description: "Of the card, masked." },
    brand: text,
    expiry: { ...text, description: "MMYY." },
    nameOnCard: text,
    verificationStrategy: text,
    lastUpdated: { ...time, description: "By the merchant's clock." },
    lastUsed: { ...time, description: "By the merchant's clock; absent if it was never used." },
  },
} as const;

export interface SessionPage {
  readonly sessions: readonly Judged<typeof SESSION>[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
}

export interface TokenPage {
  readonly tokens: readonly Judged<typeof TOKEN>[];
  /** Set after to this to get the next page. */
  readonly next?: string | undefined;
}

const next = { ...text, description: "Set after to this value to get the next page." };

/** The sessions and tokens that the store holds of a merchant. */
export const kept: Resource = {
  schemas: {
    SessionRow: SESSION,
    Sessions: {
      type: "object",
      required: ["sessions"],
      properties: { sessions: listOf("SessionRow"), next },
    },
    TokenRow: TOKEN,
    Tokens: { type: "object", required: ["tokens"], properties: { tokens: listOf("TokenRow"), next } },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/sessions`,
      tag: "Orders",
      summary: "Lists the merchant's sessions, newest first, with what they hold",
      description: PAGES,
      query: SESSION_QUERY,
      answers: { 200: "Sessions" },
      problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
      handle:
        ({ kept: source }) =>
        async ({ merchant, query: { search = "", status, ...page } }): Promise<SessionPage> => {
          const found = await pageOf(source.sessions, merchant, page, {
            idOf: ({ id }) => id,
            isMeant: ({ id, updateStatus }) =>
              id.includes(search) && (status === undefined || updateStatus === status),
          });
          return { sessions: found.rows, next: found.next };
        },
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/tokens`,
      tag: "Orders",
      summary: "Lists the merchant's tokens, newest first, with their masked cards",
      description: PAGES,
      query: TOKEN_QUERY,
      answers: { 200: "Tokens" },
      problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
      handle:
        ({ kept: source }) =>
        async ({ merchant, query: { search = "", ...page } }): Promise<TokenPage> => {
          const found = await pageOf(source.tokens, merchant, page, {
            idOf: ({ token }) => token,
            isMeant: ({ token, number: masked }) => token.includes(search) || masked.includes(search),
          });
          return { tokens: found.rows, next: found.next };
        },
    }),
  ],
};

interface Choice<T> {
  readonly idOf: (row: T) => string;
  readonly isMeant: (row: T) => boolean;
}

async function pageOf<T>(
  list: (merchant: Merchant, page: Page) => Promise<readonly T[]>,
  merchant: Merchant,
  { after, limit }: { readonly after?: string | undefined; readonly limit: number },
  { idOf, isMeant }: Choice<T>,
): Promise<{ readonly rows: readonly T[]; readonly next: string | undefined }> {
  const found: T[] = [];
  let last = after;
  for (let lookedAt = 0; lookedAt < LOOKED_AT_MAX; lookedAt += KEPT_MAX) {
    const rows = await list(merchant, { limit: KEPT_MAX, after: last, newestFirst: true });
    found.push(...rows.filter(isMeant));
    const [end] = found.slice(limit - 1, limit);
    // One more than fits shows that there is another page.
    if (end !== undefined && found.length > limit) return { rows: found.slice(0, limit), next: idOf(end) };
    const oldest = rows.at(-1);
    if (rows.length < KEPT_MAX || oldest === undefined) return { rows: found, next: undefined };
    last = idOf(oldest);
  }
  return { rows: found, next: last };
}
