import type { Page } from "../../../store/store.ts";
import { flag, listOf, MERCHANT, NO_MERCHANT, number, open, text, time } from "../kernel/endpoint.ts";
import type { Given, Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { NEXT } from "../kernel/paging.ts";
import type { AskedPage, FoundPage } from "../kernel/paging.ts";
import { pagesOf, searched, STORED_PAGE } from "./search.ts";

const BAD_FILTER = "A filter is unknown, or its value is wrong.";

const STATUSES = ["NO_UPDATE", "SUCCESS", "FAILURE"] as const;

const SESSION_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only those whose id contains this text." },
    status: { ...text, description: "Only those with this update status.", enum: STATUSES },
    ...STORED_PAGE,
  },
} as const;

const TOKEN_QUERY = {
  type: "object",
  additionalProperties: false,
  properties: {
    search: { ...text, description: "Only those whose token or masked card number contains this text." },
    ...STORED_PAGE,
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

/** The sessions and tokens that the store holds of a merchant. */
export const kept: Resource = {
  schemas: {
    SessionRow: SESSION,
    Sessions: {
      type: "object",
      required: ["sessions"],
      properties: { sessions: listOf("SessionRow"), next: NEXT },
    },
    TokenRow: TOKEN,
    Tokens: { type: "object", required: ["tokens"], properties: { tokens: listOf("TokenRow"), next: NEXT } },
  },
  endpoints: [
    endpoint({
      method: "get",
      path: `${MERCHANT}/sessions`,
      tag: "Orders",
      summary: "Lists the merchant's sessions, newest first, with what they hold",
      description: pagesOf("sessions"),
      query: SESSION_QUERY,
      answers: { 200: "Sessions" },
      problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
      handle:
        ({ kept: source }) =>
        async ({ merchant, query: { search = "", status, ...page } }): Promise<SessionPage> => {
          const found = await rowsOf(
            {
              list: (part) => source.sessions(merchant, part),
              idOf: ({ id }) => id,
              isMeant: ({ id, updateStatus }) =>
                id.includes(search) && (status === undefined || updateStatus === status),
            },
            page,
          );
          return { sessions: found.rows, next: found.next };
        },
    }),
    endpoint({
      method: "get",
      path: `${MERCHANT}/tokens`,
      tag: "Orders",
      summary: "Lists the merchant's tokens, newest first, with their masked cards",
      description: pagesOf("tokens"),
      query: TOKEN_QUERY,
      answers: { 200: "Tokens" },
      problems: { 400: BAD_FILTER, 404: NO_MERCHANT },
      handle:
        ({ kept: source }) =>
        async ({ merchant, query: { search = "", ...page } }): Promise<TokenPage> => {
          const found = await rowsOf(
            {
              list: (part) => source.tokens(merchant, part),
              idOf: ({ token }) => token,
              isMeant: ({ token, number: masked }) => token.includes(search) || masked.includes(search),
            },
            page,
          );
          return { tokens: found.rows, next: found.next };
        },
    }),
  ],
};

interface Choice<T> {
  readonly list: (page: Page) => Promise<readonly T[]>;
  readonly idOf: (row: T) => string;
  readonly isMeant: (row: T) => boolean;
}

function rowsOf<T>({ list, idOf, isMeant }: Choice<T>, page: AskedPage): Promise<FoundPage<T>> {
  const foundIn = (row: T): readonly T[] => (isMeant(row) ? [row] : []);
  return searched({ list, idOf, foundIn, nextOf: idOf, nextBehind: idOf }, page);
}
