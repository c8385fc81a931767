import { failedWith, NO_ANSWER } from "../gateway-failure.ts";

/** What the page told `ThreeDS.configure()`. */
export interface Configuration {
  readonly merchantId: string;
  readonly sessionId: string;
  readonly container: HTMLElement;
  readonly version: number;
  readonly origin: string;
}

export type Operation = "AUTHENTICATE_PAYER" | "INITIATE_AUTHENTICATION";

export interface Target {
  readonly orderId: string;
  readonly transactionId: string;
}

/** What a page's callback is told when there is no answer to tell of (docs/three-d-secure.md). */
export interface CallError {
  readonly code: string;
  readonly msg: string;
  readonly result: "ERROR";
  /** Of HTTP; 0: there was no answer. */
  readonly status: number;
  readonly cause: string;
}

type Group = Readonly<Record<string, unknown>>;

/** The answer of the REST interface, or what is wrong. */
export type Answer =
  | { readonly restApiResponse: Group; readonly error?: undefined }
  | { readonly error: CallError; readonly restApiResponse?: undefined };

/** Calls the REST interface with the session's id as password. */
export async function call(
  { merchantId, sessionId, version, origin }: Configuration,
  operation: Operation,
  { orderId, transactionId }: Target,
  members: Group,
): Promise<Answer> {
  const part = encodeURIComponent;
  const path = `/api/rest/version/${version}/merchant/${part(merchantId)}/order/${part(orderId)}/transaction/${part(transactionId)}`;
  const body = Object.assign({}, members, { apiOperation: operation, session: { id: sessionId } });
  const response = await fetch(origin + path, {
    method: "PUT",
    headers: {
      Authorization: `Basic ${btoa(`merchant.${merchantId}:${sessionId}`)}`,
      "Content-Type": "application/json",
    },
    body: JSON.stringify(body),
    credentials: "omit",
  }).catch(() => undefined);
  const answer = (await response?.json().catch(() => undefined)) as Group | undefined;
  if (response === undefined) return failure(0, NO_ANSWER, "SERVER_FAILED");
  if (response.ok && answer !== undefined) return { restApiResponse: answer };
  const { cause = "SERVER_FAILED", explanation } = (answer?.["error"] ?? {}) as Record<string, string>;
  return failure(response.status, explanation ?? failedWith(response.status), cause);
}

export function failure(status: number, msg: string, cause: string): { readonly error: CallError } {
  return { error: { code: cause, msg, result: "ERROR", status, cause } };
}

/** The text at a path of members; undefined when there is none. */
export function textIn(group: Group, ...path: readonly string[]): string | undefined {
  let value: unknown = group;
  for (const name of path) value = (value as Group | null | undefined)?.[name];
  return typeof value === "string" ? value : undefined;
}
