import type { Json, JsonObject } from "../../server/domain/json.ts";
import { VERSION_MAX } from "../../server/domain/request/operation.ts";

/** One request of a merchant, at a path behind its own. */
export interface MerchantCall {
  readonly method?: "DELETE" | "GET" | "OPTIONS" | "PATCH" | "POST" | "PUT";
  readonly path: string;
  readonly version?: number | string;
  /** A text is sent as it is. */
  readonly body?: JsonObject | string | undefined;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Sends as a merchant, and gives what came back, null for what is no JSON. */
export type Caller = (call: MerchantCall) => Promise<Json>;

export function callerOf(url: string, merchant: string): Caller {
  const authorization = `Basic ${Buffer.from(`merchant.${merchant}:sandbox`).toString("base64")}`;
  return async ({ method = "PUT", path, version = VERSION_MAX, body, headers }) => {
    const response = await fetch(`${url}/api/rest/version/${version}/merchant/${merchant}/${path}`, {
      method,
      headers: {
        authorization,
        ...(body !== undefined && { "content-type": "application/json" }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === "string" ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    try {
      return JSON.parse(text) as Json;
    } catch {
      return null;
    }
  };
}

export const transactionPath = (order: string, transaction: string): string =>
  `order/${order}/transaction/${transaction}`;

/** Presses a button of the page to which an answer sends the payer. */
export async function choose(
  url: string,
  page: string | undefined,
  fields: Readonly<Record<string, string>>,
): Promise<void> {
  if (page === undefined) return;
  const path = url + new URL(page).pathname;
  await (await fetch(path)).text();
  await submit(path, fields);
}

/** Sends a page's form, and goes nowhere afterwards. */
export async function submit(page: string, fields: Readonly<Record<string, string>>): Promise<void> {
  const body = new URLSearchParams(fields);
  await (await fetch(page, { method: "POST", body, redirect: "manual" })).text();
}
