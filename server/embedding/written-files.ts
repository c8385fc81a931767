import { cp, mkdir, writeFile } from "node:fs/promises";
import { join, parse } from "node:path";
import { ConfigError } from "../sandbox/config.ts";
import type { InlineScenario, PlainOptions, SandboxOptions } from "./options.ts";

/** Scenarios and merchants that were given as objects become files, so that they are checked as files are. */
export async function withWrittenFiles(
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
