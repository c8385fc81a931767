import type { Merchant } from "../merchant.ts";
import { invalid, missing } from "../request/rule.ts";
import type { Rule } from "../request/rule.ts";
import { SESSION_ID } from "../request/session.ts";
import type { Session } from "../request/session.ts";

/** What the rules of sessions look at. */
export interface SessionUse {
  /** The empty text when the request names none. */
  readonly id: string;
  /** session.version of the request; undefined when it has none. */
  readonly version: string | undefined;
  readonly session: Session | undefined;
  /** Milliseconds since 1970 by the merchant's clock. */
  readonly now: number;
}

/** What the rule of a new session looks at. */
export interface NewSession {
  /** session.authenticationLimit of the request; undefined when it has none. */
  readonly limit: number | undefined;
  readonly merchant: Pick<Merchant, "authenticationLimitMax">;
}

/** What the rule of a session that describes an order looks at. */
export interface SessionOrder {
  readonly id: string;
  /** order.id of the session's content; undefined when it has none. */
  readonly bound: string | undefined;
  /** Of the request; undefined when it is about no order. */
  readonly orderId: string | undefined;
}

/** The version of no session says nothing, so that its id was forgotten (interface section 2.3). */
const sessionNamed: Rule<SessionUse> = {
  id: "session-named",
  source: "interface section 2.3",
  refuses: ({ id, version }) =>
    id === "" && version !== undefined
      ? missing("session.id", "session.version requires the id of the session")
      : undefined,
};

/** A session of another merchant is an unknown one: nobody learns what others have. */
export const sessionKnown: Rule<SessionUse> = {
  id: "session-known",
  source: "interface section 2.3",
  refuses: ({ id, session }) =>
    session === undefined ? invalid("session.id", shown(id), "Session not found") : undefined,
};

/** What is no session id may be anything. */
function shown(id: string): string {
  return SESSION_ID.test(id) ? id : `…${id.slice(-4)}`;
}

const sessionNotExpired: Rule<SessionUse> = {
  id: "session-not-expired",
  source: "interface section 4 rule 5; assumption A143",
  refuses: ({ id, session, now }) =>
    session !== undefined && session.expiresAt <= now
      ? invalid("session.id", id, "The session has expired; create a new one")
      : undefined,
};

const sessionVersionMatches: Rule<SessionUse> = {
  id: "session-version-matches",
  source: "interface section 4 rule 8",
  refuses: ({ version, session }) =>
    session !== undefined && version !== undefined && version !== session.version
      ? invalid("session.version", version, `The session has changed; its version is ${session.version}`)
      : undefined,
};

const sessionUpdated: Rule<SessionUse> = {
  id: "session-updated",
  source: "assumption A149",
  refuses: ({ id, session }) =>
    session?.updateStatus === "NO_UPDATE"
      ? invalid("session.id", id, "The session is empty (NO_UPDATE); update it before using it")
      : undefined,
};

const sessionNotFailed: Rule<SessionUse> = {
  id: "session-not-failed",
  source: "assumption A149",
  refuses: ({ id, session }) =>
    session?.updateStatus === "FAILURE"
      ? invalid("session.id", id, "The last update of the session failed (FAILURE); update it again")
      : undefined,
};

/** A session that describes an order, as a checkout does, serves that order alone (assumption A173). */
export const sessionOfOrder: Rule<SessionOrder> = {
  id: "session-of-order",
  source: "interface section 4 rule 5; assumption A173",
  refuses: ({ id, bound, orderId }) =>
    bound === undefined || orderId === undefined || bound === orderId
      ? undefined
      : invalid("session.id", id, "The session belongs to another order"),
};

const authenticationLimitPermitted: Rule<NewSession> = {
  id: "authentication-limit-permitted",
  source: "assumption A147",
  refuses: ({ limit = 0, merchant: { authenticationLimitMax } }) =>
    limit > authenticationLimitMax
      ? invalid(
          "session.authenticationLimit",
          String(limit),
          `It must be at most ${authenticationLimitMax}, the merchant's authenticationLimitMax`,
        )
      : undefined,
};

export const newSessionRules: readonly Rule<NewSession>[] = [authenticationLimitPermitted];

/** Of every call that is about a session. */
export const sessionRules: readonly Rule<SessionUse>[] = [
  sessionKnown,
  sessionNotExpired,
  sessionVersionMatches,
];

/** Of every operation that takes values from one. */
export const sessionUseRules: readonly Rule<SessionUse>[] = [
  sessionNamed,
  ...sessionRules,
  sessionUpdated,
  sessionNotFailed,
];
