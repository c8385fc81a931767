import { controlClient } from "./control-client.ts";
import type { ControlClient } from "./control-client.ts";
import { UsageError } from "./usage-error.ts";

export interface SmokeSandbox {
  readonly url: string;
  /** Of the control API; undefined: none is known. */
  readonly token: string | undefined;
}

/** Whose calls they are, and what takes them back. */
export interface SmokeMerchant {
  readonly id: string;
  readonly forget: () => Promise<void>;
}

/**
 * A merchant that nobody else is, forgotten when all is done, so that refusals on purpose are nobody's bad conduct
 * (assumption A225). Undefined: the sandbox has no such merchant, or does not say.
 */
export async function merchantOfItsOwn(
  { url, token }: SmokeSandbox,
  id: string,
): Promise<SmokeMerchant | undefined> {
  const client = controlClient({ url, token, fetch });
  const path = `/v1/merchants/${id}`;
  if (!(await answers(client, (it) => it.get(`${path}/findings`)))) return undefined;
  return {
    id,
    forget: async () => {
      await answers(client, (it) => it.post(`${path}/reset`, {}));
    },
  };
}

async function answers(
  client: ControlClient,
  call: (client: ControlClient) => Promise<unknown>,
): Promise<boolean> {
  try {
    await call(client);
    return true;
  } catch (error) {
    if (error instanceof UsageError) return false;
    throw error;
  }
}
