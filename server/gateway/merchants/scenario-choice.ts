import { maskText } from "../../domain/card/card.ts";
import { valueAt } from "../../domain/json.ts";
import type { JsonObject } from "../../domain/json.ts";
import type { Merchant } from "../../domain/merchant.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { ScenarioLibrary } from "../../scenario/library/library.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { RecordRef, Store } from "../../store/store.ts";

/** Which of the scenario files answer a call. */
export interface ScenarioChoice {
  /**
   * Prefer over what the control API chose over the merchant file over the settings. `record`: the one that
   * SCENARIO_SET_REF names.
   */
  of: (call: ChoiceCall, record: JsonObject | undefined) => Chosen;
}

export interface Chosen {
  readonly scenarios: Scenarios;
  /** The set that the caller preferred and got; undefined: others chose. */
  readonly preferred: string | undefined;
}

/** Which of the scenario files answer a merchant that prefers none. */
export interface StandingChoice {
  standing: (merchant: Merchant) => Promise<Standing>;
  /** Those of the settings, which answer whoever has no others. */
  usual: () => Scenarios;
}

export interface ChoiceCall {
  readonly draft: ExchangeDraft;
  readonly merchant: Merchant;
  /** The Prefer header, all of it; undefined: there is none, or a person acts. */
  readonly prefer?: string | undefined;
}

export interface ChoiceParts {
  readonly library: Pick<ScenarioLibrary, "active" | "faultsOf" | "setOf">;
  readonly sets: Pick<ScenarioSets, "find">;
}

export interface Standing {
  readonly names: readonly string[];
  readonly chosenBy: "control-api" | "merchant-file" | "settings";
  readonly scenarios: Scenarios;
  /** What the control API chose, when a file of it is gone since. */
  readonly lost: readonly string[] | undefined;
}

export function createScenarioChoice(parts: ChoiceParts): ScenarioChoice & StandingChoice {
  return {
    standing: async (merchant) => standingOf(parts, merchant, await parts.sets.find(merchant.id)),
    usual: () => setInUse(parts, parts.library.active),
    of: ({ draft, merchant, prefer }, record) => {
      const preferred = prefer === undefined ? undefined : readPreference(prefer, draft);
      if (preferred !== undefined) {
        if (merchant.prefer === "allow") return { scenarios: preferredSet(parts, preferred), preferred };
        note(draft, `Prefer: scenario=${maskText(preferred)} has no effect: the merchant does not allow it.`);
      }
      const { scenarios, lost } = standingOf(parts, merchant, namesIn(record));
      if (lost !== undefined)
        note(draft, `The chosen scenarios ${namesOf(lost)} do not all exist any more; ${FALLBACK}.`);
      return { scenarios, preferred: undefined };
    },
  };
}

const FALLBACK = "the merchant file or the settings decide instead";

/** The name that is to be followed; what else the header asks for is noted. */
function readPreference(header: string, draft: ExchangeDraft): string | undefined {
  const [first, ...others] = preferredScenarios(header);
  if (first === undefined) return undefined;
  if (others.length > 0) note(draft, "Prefer names several scenarios; the first one is used.");
  if (first === "") note(draft, "Prefer: scenario has no name and was ignored; write scenario=NAME.");
  return first === "" ? undefined : first;
}

function preferredSet({ library }: ChoiceParts, name: string): Scenarios {
  const scenarios = library.setOf([name]);
  if (scenarios === undefined) throw new Refusal("contract", `Prefer: ${library.faultsOf([name]).join()}`);
  return scenarios;
}

function standingOf(
  { library }: Pick<ChoiceParts, "library">,
  merchant: Merchant,
  chosen: readonly string[] | undefined,
): Standing {
  const found = chosen && library.setOf(chosen);
  if (chosen !== undefined && found !== undefined)
    return { names: chosen, chosenBy: "control-api", scenarios: found, lost: undefined };
  const names = merchant.scenarios ?? library.active;
  const scenarios = setInUse({ library }, names);
  const chosenBy = merchant.scenarios === undefined ? "settings" : "merchant-file";
  return { names, chosenBy, scenarios, lost: chosen };
}

function setInUse({ library }: Pick<ChoiceParts, "library">, names: readonly string[]): Scenarios {
  const scenarios = library.setOf(names);
  if (scenarios === undefined)
    throw new Error("active scenarios are missing from the library, which should prevent that");
  return scenarios;
}

function namesOf(names: readonly string[]): string {
  return names.map((name) => maskText(name)).join(", ");
}

function note(draft: ExchangeDraft, text: string): void {
  draft.notes = [...draft.notes, text];
}

/** Tokens, quoted texts (also one that is never closed) and what parts them (RFC 7240 section 2). */
const PIECES = /"((?:[^"\\]|\\.?)*)(?:"|$)|([^",;=\s]+)|[,;=]/gs;

const TOKEN = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/;

const SCENARIO = "scenario";

/**
 * The scenarios that a Prefer header asks for, "" where one has no name: of several preferences of one name the first
 * counts, an empty one is none, parameters and other preferences are passed over (RFC 7240 section 2).
 */
export function preferredScenarios(header: string): readonly string[] {
  const preferences: string[][] = [[]];
  let isParameter = false;
  for (const [piece, quoted, token] of header.matchAll(PIECES)) {
    if (piece === ",") preferences.push([]);
    isParameter = piece === ";" || (isParameter && piece !== ",");
    if (piece !== "," && !isParameter)
      preferences.at(-1)?.push(quoted?.replace(/\\(.)/gs, "$1") ?? token ?? piece);
  }
  return preferences
    .filter(([name]) => name?.toLowerCase() === SCENARIO)
    .map(([, sign, value]) => (sign === "=" ? (value ?? "") : ""));
}

/** What the record says of a request whose preference chose the scenarios. */
export function preferenceNote(scenario: string): string {
  return `Prefer: scenario=${maskText(scenario)} chose the scenarios.`;
}

/** The header Preference-Applied (RFC 7240 section 3), by what the record says; undefined: nothing was followed. */
export function appliedPreference(
  prefer: string | undefined,
  { notes }: Pick<ExchangeDraft, "notes">,
): string | undefined {
  const [scenario] = prefer === undefined ? [] : preferredScenarios(prefer);
  if (scenario === undefined || !notes.includes(preferenceNote(scenario))) return undefined;
  return `${SCENARIO}=${TOKEN.test(scenario) ? scenario : JSON.stringify(scenario)}`;
}

/** The scenario files that the control API chose for merchants. A choice survives a restart and a reset. */
export interface ScenarioSets {
  /** Undefined: none was chosen. */
  find: (merchantId: string) => Promise<readonly string[] | undefined>;
  /** Undefined goes back to what the settings say. */
  choose: (merchantId: string, names: readonly string[] | undefined) => Promise<void>;
}

/** Where what the control API chose for a merchant stands. */
export const SCENARIO_SET_REF: RecordRef = { kind: "scenario-set", id: "scenario-set" };

export function createScenarioSets(store: Pick<Store, "findRecord" | "transact">): ScenarioSets {
  return {
    find: async (merchantId) => namesIn(await store.findRecord(merchantId, SCENARIO_SET_REF)),
    choose: (merchantId, names) =>
      store.transact({ merchantId, orderId: undefined, records: [SCENARIO_SET_REF] }, () => ({
        order: undefined,
        records: [{ ...SCENARIO_SET_REF, value: names && { names } }],
        result: undefined,
      })),
  };
}

function namesIn(record: JsonObject | undefined): readonly string[] | undefined {
  if (record === undefined) return undefined;
  const names = valueAt(record, "names");
  return Array.isArray(names) ? names.map(String) : undefined;
}
