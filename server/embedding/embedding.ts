import { createControl } from "./control.ts";
import type { Control } from "./control.ts";
import { merchantFinder } from "./merchant-access.ts";
import type { MerchantAccess } from "./merchant-access.ts";
import { refuseWrongTypes } from "./option-types.ts";
import { environmentOf, refuseUnknownOptions, withOptionNames } from "./options.ts";
import type { SandboxOptions } from "./options.ts";
import { withWrittenFiles } from "./written-files.ts";
import { startOwnSandbox } from "./own-sandbox.ts";
import { createLog } from "../sandbox/log.ts";

export { ControlError } from "./control-call.ts";
export type { Control, MerchantControl } from "./control.ts";
export type * from "./control-answers.ts";
export type { MerchantAccess } from "./merchant-access.ts";
export type { InlineScenario, SandboxMerchant, SandboxOptions } from "./options.ts";

/** A sandbox of one's own, inside a test or any other program. */
export interface EmbeddedSandbox {
  /** Where it answers, e.g. `http://127.0.0.1:49152`; gateway paths go on behind it. */
  readonly url: string;
  /** Where it answers over TLS; undefined when it does not. */
  readonly tlsUrl: string | undefined;
  /** The control API: what happened and why, and what shall happen next. */
  readonly control: Control;
  /** What a client of the merchant needs; the first listed merchant, or TESTSHOP, unless another one is named. */
  merchant: (id?: string) => MerchantAccess;
  /** Lets running answers finish, stops, and removes everything that was written for it. */
  close: () => Promise<void>;
}

/**
 * Starts a sandbox on a free port with data of its own, and resolves when it answers. It prints nothing, takes no
 * signals, and reads neither the environment nor `.env`. Any number of them run side by side.
 */
export async function createSandbox(options: SandboxOptions = {}): Promise<EmbeddedSandbox> {
  refuseUnknownOptions(options);
  refuseWrongTypes(options);
  const log = createLog(options.logLevel ?? "info", () => new Date().getTime(), options.log ?? silently);
  const own = await startOwnSandbox(log, async (folder) => ({
    SANDBOX_WATCH: "off",
    ...environmentOf(await withWrittenFiles(options, folder)),
  })).catch((error: unknown) => {
    throw withOptionNames(error);
  });
  const { sandbox, config, close } = own;
  return {
    url: sandbox.url,
    tlsUrl: sandbox.tlsUrl,
    control: createControl({ url: sandbox.url, token: sandbox.controlToken, fetch }),
    merchant: await merchantFinder(sandbox.url, config),
    close,
  };
}

function silently(): void {
  // Whoever wants to read the log hands over a function for it.
}
