import { cp, mkdir, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { ConfigError } from "../sandbox/config.ts";
import { createLog } from "../sandbox/log.ts";
import { createControl } from "./control.ts";
import type { Control } from "./control.ts";
import { merchantFinder } from "./merchant-access.ts";
import type { MerchantAccess } from "./merchant-access.ts";
import { refuseWrongTypes } from "./option-types.ts";
import { environmentOf, refuseUnknownOptions, withOptionNames } from "./options.ts";
import type { InlineScenario, PlainOptions, SandboxOptions } from "./options.ts";
import { startOwnSandbox } from "./own-sandbox.ts";

export { connectSandbox } from "./connect.ts";
export type { ConnectedSandbox, ConnectOptions } from "./connect.ts";
export { ControlError } from "./control-call.ts";
export type { Control } from "./control.ts";
export type { MerchantControl } from "./merchant-control.ts";
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

/** Scenarios and merchants that were given as objects become files, so that they are checked as files are. */
async function withWrittenFiles(
  { scenarios, merchants, ...plain }: SandboxOptions,
  folder: string,
): Promise<PlainOptions> {
  const isInline = scenarios !== undefined && !isNames(scenarios);
  return {
    ...plain,
    ...(isInline ? await written(scenarios, plain.scenarioFolder, folder) : { scenarios }),
    merchants: typeof merchants === "object" ? await merchantFile(merchants, folder) : merchants,
  };
}

type Scenarios = NonNullable<SandboxOptions["scenarios"]>;

function isNames(scenarios: Scenarios): scenarios is readonly string[] {
  return Array.isArray(scenarios);
}

/** Beside copies of the files of a folder that they may extend; one of the same name takes the file's place. */
async function written(
  scenarios: Readonly<Record<string, InlineScenario>>,
  beside: string | undefined,
  folder: string,
): Promise<Pick<PlainOptions, "scenarioFolder" | "scenarios">> {
  const names = Object.keys(scenarios);
  const place = join(folder, "scenarios");
  await mkdir(place);
  const strange = names.find((name) => name !== parse(name).name);
  if (strange !== undefined) throw new ConfigError(`configuration: ${strange} is not a valid scenario name`);
  const isKept = (file: string): boolean => !names.includes(parse(file).name);
  if (beside !== undefined) await cp(beside, place, { recursive: true, filter: isKept });
  for (const [name, scenario] of Object.entries(scenarios)) {
    await writeFile(join(place, `${name}.json`), jsonText({ version: 1, ...scenario }));
  }
  return { scenarioFolder: place, scenarios: names };
}

async function merchantFile(
  merchants: Exclude<SandboxOptions["merchants"], string | undefined>,
  folder: string,
): Promise<string> {
  const file = join(folder, "merchants.json");
  await writeFile(file, jsonText({ merchants }));
  return file;
}

/** In lines, as mistakes are told with theirs. */
function jsonText(value: unknown): string {
  return JSON.stringify(value, undefined, 2);
}
