import { maskId, maskNumber } from "../../domain/card/card.ts";
import { textAt, valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { VERSION_MAX } from "../../domain/request/operation.ts";
import type { UpdateStatus } from "../../domain/request/session.ts";
import { isoTime } from "../../domain/time.ts";
import type { ListedRecord, Page } from "../../store/store.ts";
import { cardFacts } from "../answers/defaults.ts";
import type { GatewayParts } from "../parts.ts";
import { storedRequest } from "./masking.ts";
import { shownContent } from "../sessions/answer-session.ts";
import { readSession } from "../sessions/session-record.ts";
import { fundsOf, readToken } from "../tokens/token-record.ts";

/** What the store holds of a merchant beside its orders: sessions and tokens, with everything secret masked. */
export interface KeptCards {
  sessions: (merchant: Merchant, page: Page) => Promise<readonly KeptSession[]>;
  tokens: (merchant: Merchant, page: Page) => Promise<readonly KeptToken[]>;
}

export interface KeptSession {
  readonly id: string;
  readonly version: string;
  readonly updateStatus: UpdateStatus;
  /** Of the API, in the last update; undefined before the first. */
  readonly apiVersion: number | undefined;
  /** ISO 8601, by the merchant's clock. */
  readonly expiresAt: string;
  readonly isExpired: boolean;
  /** How often its id has been taken as a password, and may be. */
  readonly authentications: number;
  readonly authenticationLimit: number;
  /** What it holds, as retrieving it would show it. */
  readonly content: JsonObject;
}

export interface KeptToken {
  readonly token: string;
  /** Masked. */
  readonly number: string;
  readonly brand: string | undefined;
  /** MMYY. */
  readonly expiry: string | undefined;
  readonly nameOnCard: string | undefined;
  readonly verificationStrategy: string;
  /** ISO 8601, by the merchant's clock; undefined: it was never paid with. */
  readonly lastUpdated: string;
  readonly lastUsed: string | undefined;
}

export function createKeptCards(
  parts: Pick<GatewayParts, "clocks" | "contracts" | "store" | "vault">,
): KeptCards {
  return {
    sessions: async ({ id: merchantId, mode }, page) => {
      const now = await parts.clocks.now(merchantId);
      const listed = await parts.store.listRecords(merchantId, "session", page);
      return listed.flatMap(({ id, value }) => {
        const session = readSession(value);
        if (session === undefined) return [];
        const { version, updateStatus, apiVersion, expiresAt, authentications, authenticationLimit } =
          session;
        const at = { merchantId, id, session, apiVersion: apiVersion ?? VERSION_MAX, mode };
        return {
          ...{ id: maskId(id), version, updateStatus, apiVersion, authentications, authenticationLimit },
          ...{ expiresAt: isoTime(expiresAt), isExpired: now >= expiresAt },
          content: shownContent(parts, at),
        };
      });
    },
    tokens: async ({ id: merchantId }, page) => {
      const listed = await parts.store.listRecords(merchantId, "token", page);
      return listed.flatMap((record) => keptToken(parts, merchantId, record));
    },
  };
}

function keptToken(
  parts: Pick<GatewayParts, "vault">,
  merchantId: string,
  { id, value }: ListedRecord,
): readonly KeptToken[] {
  const token = readToken(value);
  if (token === undefined) return [];
  const funds = fundsOf(parts, { merchantId, id, token });
  const number = maskNumber(textAt(funds, "sourceOfFunds.provided.card.number") ?? "");
  const card = valueAt(storedRequest(funds), "sourceOfFunds.provided.card");
  const [month, year] = [textAt(card, "expiry.month"), textAt(card, "expiry.year")];
  const { verificationStrategy, lastUpdated, lastUsed } = token;
  return [
    {
      ...{ token: maskId(id), number, brand: textAt(cardFacts(number), "brand") },
      expiry: month === undefined ? undefined : month + (year ?? ""),
      nameOnCard: textAt(card, "nameOnCard"),
      verificationStrategy,
      lastUpdated: isoTime(lastUpdated),
      lastUsed: lastUsed === undefined ? undefined : isoTime(lastUsed),
    },
  ];
}
