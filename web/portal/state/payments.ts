import { Told } from "./api.ts";
import { password } from "./session.ts";

/** What the gateway answered, and where to read why. */
export interface Answered {
  readonly status: number;
  readonly body: unknown;
  readonly exchange: string | undefined;
}

/** Calls the gateway as the merchant does. Throws what the reader should know where no whole answer came. */
export async function callGateway(
  merchantId: string,
  { method, path, body }: { readonly method: string; readonly path: string; readonly body: unknown },
): Promise<Answered> {
  const user = `merchant.${merchantId}:${password.value ?? ""}`;
  try {
    const response = await fetch(path, {
      method,
      credentials: "omit",
      headers: { "Content-Type": "application/json", Authorization: `Basic ${base64(user)}` },
      body: JSON.stringify(body),
    });
    return {
      status: response.status,
      body: (await response.json()) as unknown,
      exchange: response.headers.get("X-Sandbox-Exchange") ?? undefined,
    };
  } catch {
    throw new Told("The answer was lost: what came was no whole answer. The request may have been stored.");
  }
}

/** Passwords may have letters of any kind. */
function base64(text: string): string {
  return btoa(String.fromCharCode(...new TextEncoder().encode(text)));
}
