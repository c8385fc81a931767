import { maskText } from "../../domain/card/card.ts";
import type { ExchangeDraft } from "../../domain/record/exchange.ts";
import type { Merchant } from "../../domain/merchant.ts";
import { Refusal } from "../../domain/record/refusal.ts";
import type { ScenarioLibrary } from "../../scenario/library/library.ts";
import type { Scenarios } from "../../scenario/scenarios.ts";
import type { Preference } from "../call.ts";
import { formatPreference, preferredScenarios } from "./preference.ts";
import type { ScenarioSets } from "./scenario-sets.ts";

/** Which of the scenario files answer a call. */
export interface ScenarioChoice {
  /** Prefer over what the control API chose over the merchant file over the settings. */
  of: (call: ChoiceCall) => Promise<Scenarios>;
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
  /** Undefined: a person cannot prefer any. */
  readonly preference?: Preference;
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
    of: async ({ draft, merchant, preference }) => {
      const header = preference?.header;
      const preferred = header === undefined ? undefined : readPreference(header, draft);
      if (preference !== undefined && preferred !== undefined) {
        if (merchant.prefer === "allow") return follow(parts, preferred, { draft, preference });
        note(draft, `Prefer: scenario=${maskText(preferred)} has no effect: the merchant does not allow it.`);
      }
      const { scenarios, lost } = standingOf(parts, merchant, await parts.sets.find(merchant.id));
      if (lost !== undefined)
        note(draft, `The chosen scenarios ${namesOf(lost)} do not all exist any more; ${FALLBACK}.`);
      return scenarios;
    },
  };
}

const FALLBACK = "the merchant file or the settings decide instead";

/** The preference decided nothing of the answer: no note says so, and no header. */
export function withdrawPreference(draft: ExchangeDraft, preference: Preference): void {
  const withdrawn = preference.followed?.note;
  if (withdrawn === undefined) return;
  preference.followed = undefined;
  draft.notes = draft.notes.filter((text) => text !== withdrawn);
}

/** The name that is to be followed; what else the header asks for is noted. */
function readPreference(header: string, draft: ExchangeDraft): string | undefined {
  const [first, ...others] = preferredScenarios(header);
  if (first === undefined) return undefined;
  if (others.length > 0) note(draft, "Prefer names several scenarios; the first one is used.");
  if (first === "") note(draft, "Prefer: scenario has no name and was ignored; write scenario=NAME.");
  return first === "" ? undefined : first;
}

function follow(
  { library }: ChoiceParts,
  name: string,
  { draft, preference }: { readonly draft: ExchangeDraft; readonly preference: Preference },
): Scenarios {
  const scenarios = library.setOf([name]);
  if (scenarios === undefined) throw new Refusal("contract", `Prefer: ${library.faultsOf([name]).join()}`);
  const told = `Prefer: scenario=${maskText(name)} chose the scenarios.`;
  note(draft, told);
  preference.followed = { applied: formatPreference(name), note: told };
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
