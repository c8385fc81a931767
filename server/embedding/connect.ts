import type { IncomingMessage } from "node:http";
import { ConfigError } from "../sandbox/config.ts";
import { sandboxUrl } from "./control-call.ts";
import type { ControlFetch } from "./control-call.ts";
import { createControl } from "./control.ts";
import type { Control } from "./control.ts";
import { accessOf, USUAL } from "./merchant-access.ts";
import type { MerchantAccess } from "./merchant-access.ts";

export interface ConnectOptions {
  /** Where the sandbox answers, such as `http://127.0.0.1:8620`; `run` sets SANDBOX_URL to it. */
  readonly url: string;
  /** Its control token; not needed on the sandbox's own machine, unless it has set one. */
  readonly token?: string | undefined;
  /** File of authorities, in PEM form, that may sign the sandbox's certificate, beside those that Node knows. */
  readonly ca?: string | undefined;
}

/** A sandbox that somebody else has started and will stop. */
export interface ConnectedSandbox {
  /** Without a slash at its end; gateway paths go on behind it. */
  readonly url: string;
  /** The control API: what happened and why, and what shall happen next. */
  readonly control: Control;
  /** What a client of the merchant needs: TESTSHOP, with the default password, unless others are named. */
  merchant: (id?: string, password?: string) => MerchantAccess;
}

/**
 * Connects to a sandbox that runs elsewhere: started by `run`, in a container, or by a test runner's global setup.
 * Resolves when it has answered; throws an Error that says so when it cannot be reached, and a ControlError with its own
 * sentence when it refuses the token.
 */
export async function connectSandbox({ url: given, token, ca }: ConnectOptions): Promise<ConnectedSandbox> {
  const url = sandboxUrl(given);
  if (url === undefined)
    throw new ConfigError(`url '${given}' is not that of a sandbox; use one like http://127.0.0.1:8620`);
  if (ca !== undefined && !url.startsWith("https:"))
    throw new ConfigError(`ca has no effect on ${url}; use an https URL`);
  const control = createControl({ url, token, fetch: ca === undefined ? fetch : await fetchTrusting(ca) });
  const { password: usual } = await control.about();
  return {
    url,
    control,
    merchant: (id = USUAL, password = usual) => {
      if (password === undefined)
        throw new ConfigError(`specify the password of merchant ${id}: the sandbox does not tell it`);
      return accessOf(url, id, password);
    },
  };
}

/** The platform's own `fetch` can be told of no authority. */
async function fetchTrusting(file: string): Promise<ControlFetch> {
  const [{ request }, { rootCertificates }, { text }, { loadAuthorities }] = await Promise.all([
    import("node:https"),
    import("node:tls"),
    import("node:stream/consumers"),
    import("../certificate/tls-files.ts"),
  ]);
  const trusted = [...rootCertificates, loadAuthorities(file)];
  return async (url, { method, headers, body }) => {
    const answer = await new Promise<IncomingMessage>((resolve, reject) => {
      const call = request(url, { method, headers, ca: trusted });
      call.once("response", resolve).once("error", reject).end(body);
    });
    const { statusCode: status = 0 } = answer;
    return { status, ok: status >= 200 && status < 300, text: () => text(answer) };
  };
}
