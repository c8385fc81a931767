import { readFileSync } from "node:fs";
import { maskText } from "../domain/card/card.ts";
import { textAt } from "../domain/json.ts";
import type { Json } from "../domain/json.ts";
import type { SandboxFacts, SettingFact } from "../http/parts.ts";
import { SETTINGS } from "./settings/settings.ts";
import type { Config } from "./settings/settings.ts";
import type { SandboxFiles } from "./files.ts";
import type { Setting } from "./settings/setting.ts";

/** Values that are shown to nobody. Addresses of notifications and of collectors may carry secrets of theirs. */
const SECRET: ReadonlySet<string> = new Set<keyof Config>([
  ...([
    "controlToken",
    "notificationSecret",
    "notificationUrl",
    "otlpHeaders",
    "otlpTracesEndpoint",
    "password",
    "seed",
    "store",
    "terminalKey",
  ] as const),
]);

/** What the sandbox says of itself. */
export function factsOf(
  config: Config,
  { merchantWords, merchantIds }: Pick<SandboxFiles, "merchantIds" | "merchantWords">,
): SandboxFacts {
  const isUsual = config.merchantsFile === undefined && config.password === SETTINGS.password.fallback;
  return {
    ...{ version: packageVersion(), merchantWords, merchantIds },
    password: isUsual ? config.password : undefined,
    settings: Object.entries(SETTINGS).map(([name, setting]) =>
      factOf(config, name as keyof Config, setting),
    ),
    startedAt: performance.now(),
  };
}

function factOf(
  config: Config,
  name: keyof Config,
  { variable, fallback, read }: Setting<unknown>,
): SettingFact {
  const value = config[name];
  const usual = fallback === undefined ? undefined : read(fallback);
  const isShown = value !== undefined && !SECRET.has(name);
  return {
    variable,
    value: isShown ? maskText(String(value)) : undefined,
    isSet: JSON.stringify(value) !== JSON.stringify(usual),
  };
}

export function packageVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(new URL("../../package.json", import.meta.url), "utf8"));
  return textAt(manifest as Json, "version") ?? "";
}
