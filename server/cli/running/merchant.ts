import { RESET_PARTS } from "../../domain/merchant.ts";
import type { ClockSetting, ClockView } from "../../http/control/clock.ts";
import type { ScenarioChoiceView } from "../../http/control/scenarios/scenarios.ts";
import { UsageError } from "../kernel/command.ts";
import { commandOf, tableOf } from "./verb.ts";
import type { AskedVerb, Told } from "./verb.ts";

export const clockCommand = commandOf({
  summary: "Shows a merchant's clock, moves it on by a duration, stops it at a time, or makes it real again.",
  words: "[P8D | 2030-01-31T12:00:00Z | real]",
  isOfMerchant: true,
  flags: [],
  act: async ({ shop, words: [word] }) => {
    const value = word === undefined ? await shop.clock() : await shop.setClock(settingOf(word));
    return { value, lines: () => [clockLine(value)] };
  },
});

/** A time at which it stops, a duration that it goes forward, or the sandbox's own clock; the sandbox judges the value. */
function settingOf(word: string): ClockSetting {
  if (word === "real") return { mode: "real" };
  if (/^\+?P/.test(word)) return { advance: word.replace("+", "") };
  if (/^\d{4}-/.test(word)) return { mode: "frozen", at: word };
  throw new UsageError(
    `'${word}' is no duration that it moves on by, such as P8D, no time at which it stops, such as 2030-01-31T12:00:00Z, and not real`,
  );
}

function clockLine({ merchant, mode, now, aheadMs = 0 }: ClockView): string {
  const ahead = aheadMs === 0 ? "" : `, ${spanText(aheadMs)} ahead of the sandbox's own`;
  return `${merchant}: ${now}, ${mode === "frozen" ? "stopped" : `running${ahead}`}.`;
}

const UNITS = [
  ["day", 86_400_000],
  ["hour", 3_600_000],
  ["minute", 60_000],
] as const;

/** In the largest unit that it is a whole number of. */
function spanText(ms: number): string {
  const [unit, size] = UNITS.find(([, length]) => ms % length === 0) ?? ["second", 1_000];
  return `${ms / size} ${unit}${ms === size ? "" : "s"}`;
}

export const resetCommand = commandOf({
  summary: "Forgets what a merchant did, all of it or some parts, while others go on.",
  words: `[${RESET_PARTS.join(" | ")}]…`,
  wordsMax: RESET_PARTS.length,
  isOfMerchant: true,
  flags: [],
  act: async ({ client, merchant, words }) => {
    const path = `/v1/merchants/${encodeURIComponent(merchant)}/reset`;
    const value = await client.post(path, words.length === 0 ? {} : { only: words });
    const { reset } = value as { readonly reset: readonly string[] };
    return { value, lines: () => [`Reset ${merchant}: ${reset.join(", ")}.`] };
  },
});

/** As much of the control API's answer as is shown. */
interface Library {
  readonly revision: string;
  readonly loadedAt: string;
  readonly active: { readonly scenarios: readonly string[] };
  readonly problems: readonly Problem[];
  readonly files: readonly ScenarioFile[];
  readonly shipped: readonly string[];
}

interface Problem {
  readonly file: string;
  readonly line?: number;
  readonly column?: number;
  readonly message: string;
}

interface ScenarioFile {
  readonly name: string;
  readonly title?: string;
  readonly extends: readonly string[];
  readonly rules: readonly object[];
}

export const scenarioCommand = commandOf({
  summary: "Lists the scenarios of a running sandbox and their mistakes, or chooses a merchant's.",
  words: "[name]…",
  wordsMax: 50,
  isOfMerchant: true,
  flags: [
    { name: "default", help: "return to the scenarios of the settings", isSwitch: true },
    { name: "reload", help: "read the files again first, where they are not watched", isSwitch: true },
  ],
  act: async (asked) => {
    const { shop, client, has, words } = asked;
    if (has("default") && words.length > 0)
      throw new UsageError("--default takes no names; use only one of them");
    // What is wrong with the files is in the list.
    if (has("reload")) await client.post("/v1/scenarios/reload", {}).catch(() => undefined);
    const isChosen = has("default") || words.length > 0;
    return isChosen ? chosen(await shop.chooseScenarios(...words)) : listed(asked);
  },
});

function chosen(choice: ScenarioChoiceView): Told {
  return { value: choice, lines: () => [choiceLine(choice)] };
}

function choiceLine({ merchant, scenarios, chosenBy, files }: ScenarioChoiceView): string {
  const names = scenarios.length === 0 ? "no scenario" : scenarios.join(", ");
  const others = files.filter((name) => !scenarios.includes(name));
  const extended =
    others.length === 0
      ? ""
      : `, which ${scenarios.length === 1 ? "extends" : "extend"} ${others.join(", ")}`;
  return `${merchant} uses ${names}${extended} (chosen by ${CHOOSERS[chosenBy]}).`;
}

const CHOOSERS: Readonly<Record<ScenarioChoiceView["chosenBy"], string>> = {
  "control-api": "the control API",
  "merchant-file": "the merchant file",
  settings: "the settings",
};

async function listed({ client, shop }: AskedVerb): Promise<Told> {
  const library = (await client.get("/v1/scenarios")) as Library;
  const choice = await shop.scenarios();
  const { revision, loadedAt, problems, files, shipped } = library;
  const rows = files.map((file) => [
    ...[file.name, file.rules.length, file.extends.join(", "), file.title ?? ""],
  ]);
  return {
    value: { ...library, choice },
    lines: async () => [
      choiceLine(choice),
      `Revision ${revision}, loaded ${loadedAt}.`,
      "",
      ...(await tableOf(["scenario", "rules", "extends", "name"], rows)),
      ...(shipped.length === 0 ? [] : ["", `Also available: ${shipped.join(", ")}.`]),
      ...(problems.length === 0 ? [] : ["", "Mistakes:", ...problems.map(problemLine)]),
    ],
    isBad: problems.length > 0,
  };
}

function problemLine({ file, line, column, message }: Problem): string {
  return `  ${file}${line === undefined ? "" : `:${line}:${column ?? 1}`} ${message}`;
}
