import type { JsonObject } from "../../server/domain/json.ts";
import type { EmbeddedSandbox } from "../../server/embedding/embedding.ts";
import type { Bundle } from "../../server/verdict/bundle/bundle.ts";

export interface Sending {
  readonly version?: number | undefined;
  readonly headers?: Readonly<Record<string, string>> | undefined;
}

/** Sends a request of the usual merchant, and gives the bundle of its exchange; a lost answer is none the less told. */
export async function bundleOf(
  sandbox: EmbeddedSandbox,
  path: string,
  body?: JsonObject,
  { version = 100, headers }: Sending = {},
): Promise<Bundle> {
  const { authorization, id, url } = sandbox.merchant();
  const sent = body === undefined ? {} : { method: "PUT", body: JSON.stringify(body) };
  await fetch(`${url(version)}/${path}`, { ...sent, headers: { authorization, ...headers } }).catch(
    () => undefined,
  );
  const [exchange] = await sandbox.control.merchant(id).exchanges({ limit: 1 });
  return sandbox.control.bundle(exchange?.id ?? "");
}
