/** What somebody may do, from least to most; each may do what the ones before may. */
export const ROLES = ["look", "test", "administer"] as const;
export type Role = (typeof ROLES)[number];

/** Somebody who may use the control API. */
export interface ControlUser {
  readonly name: string;
  readonly role: Role;
  /** Ids of merchants, or beginnings of ids with `*` behind; undefined: all merchants. */
  readonly merchants: readonly string[] | undefined;
  /** SHA-256 of the token, as 64 hexadecimal digits; undefined: a proxy says who it is. */
  readonly tokenHash: string | undefined;
}

/** Who may use the control API. */
export interface ControlAccess {
  /** The control token; undefined: there is none. */
  readonly token: string | undefined;
  /** Of SANDBOX_USERS. */
  readonly users: readonly ControlUser[];
  /** The header in which a trusted proxy names the user that has logged in there; undefined: none does. */
  readonly userHeader: string | undefined;
  /** Makes the cookies of the portal, so that nobody else can. */
  readonly cookieKey: Uint8Array;
}

/** A change by the control API, or an attempt at one. */
export interface AuditEntry {
  /** ISO time. */
  readonly at: string;
  /** Whose token or log-in it was. */
  readonly user: string;
  readonly method: string;
  /** With its parameters filled in. */
  readonly path: string;
  readonly status: number;
  /** What a scenario file is from then on; undefined: it was another change, or none. */
  readonly revision?: string;
}

/** Changes that are kept in memory; the log has all of them. */
export const AUDIT_KEPT_MAX = 1_000;

export interface AuditTrail {
  /** Newest first. */
  readonly list: () => readonly AuditEntry[];
  readonly add: (entry: AuditEntry) => void;
  /** Takes one that another process has told. */
  readonly keep: (entry: AuditEntry) => void;
}

/** `log`: tells it to whoever keeps the log. */
export function createAuditTrail(log: (entry: AuditEntry) => void): AuditTrail {
  const entries: AuditEntry[] = [];
  const keep = (entry: AuditEntry): void => {
    if (entries.push(entry) > AUDIT_KEPT_MAX) entries.shift();
  };
  return {
    list: () => entries.toReversed(),
    keep,
    add: (entry) => {
      log(entry);
      keep(entry);
    },
  };
}
