import type { Request, Router } from "express";
import type { FileProblem } from "../document/file-problem.ts";
import { maskText } from "../domain/card.ts";
import { isObject } from "../domain/json.ts";
import type { Merchant } from "../domain/merchant.ts";
import type { StandingChoice } from "../gateway/scenario-choice.ts";
import type { ScenarioSets } from "../gateway/scenario-sets.ts";
import type { ScenarioLibrary } from "../scenario/library.ts";
import type { LibraryFile } from "../scenario/library-files.ts";
import { merchantNamed } from "./merchant-params.ts";
import type { AppParts } from "./parts.ts";
import { readPayload } from "./payload.ts";
import { readBytes } from "./read-bytes.ts";
import { Problem } from "./problem.ts";

/** The scenario files, and which of them decide for whom. */
export interface ScenarioControl extends StandingChoice, Pick<ScenarioSets, "choose"> {
  readonly library: ScenarioLibrary;
}

export type ScenarioRouteParts = Pick<AppParts, "merchants" | "scenarios">;

const OF_MERCHANT = "/v1/merchants/:merchantId/scenarios";

/** Shows and reloads the scenario files, and chooses among them for a merchant. */
export function scenarioRoutes(parts: ScenarioRouteParts, router: Router): void {
  const { library, choose } = parts.scenarios;
  router.get("/v1/scenarios", (_request, response) => {
    response.json(shownLibrary(library));
  });
  router.post("/v1/scenarios/reload", async (_request, response) => {
    const { problems } = await library.reload();
    if (problems.length > 0) throw notTaken(problems);
    response.json(shownState(library));
  });
  router.get(OF_MERCHANT, async (request, response) => {
    response.json(await shownMerchant(parts, request));
  });
  router.put(OF_MERCHANT, readBytes, async (request, response) => {
    const { id } = merchantNamed(parts.merchants, request);
    await choose(id, namesIn(request, library));
    response.json(await shownMerchant(parts, request));
  });
  router.delete(OF_MERCHANT, async (request, response) => {
    await choose(merchantNamed(parts.merchants, request).id, undefined);
    response.json(await shownMerchant(parts, request));
  });
}

const FORMS =
  'Send {"scenarios":["one","another"]}, the one to be asked first in front, or {"scenarios":null}.';

/** Undefined: null was sent, which goes back to what the settings say. */
function namesIn(
  request: Request,
  library: Pick<ScenarioLibrary, "faultsOf">,
): readonly string[] | undefined {
  const { body } = readPayload(request);
  const { scenarios, ...others } = isObject(body) ? body : {};
  if (scenarios === null && Object.keys(others).length === 0) return undefined;
  const names = Array.isArray(scenarios) ? scenarios.filter((name) => typeof name === "string") : [];
  const isList = Array.isArray(scenarios) && names.length === scenarios.length && names.length > 0;
  if (!isList || Object.keys(others).length > 0) throw new Problem(400, "Bad scenarios", FORMS);
  const faults = library.faultsOf(names);
  if (faults.length > 0) throw new Problem(400, "Unknown scenario", `${sentence(faults.join("; "))}.`);
  return names;
}

function notTaken(problems: readonly FileProblem[]): Problem {
  const words = "The last good files stay in use. Every mistake is in problems, with its line and column.";
  return new Problem(422, "Scenario files not taken", words, { problems: problems.map(shownProblem) });
}

async function shownMerchant(
  { merchants, scenarios }: ScenarioRouteParts,
  request: Request,
): Promise<object> {
  const merchant: Merchant = merchantNamed(merchants, request);
  const { names, chosenBy, lost, ...standing } = await scenarios.standing(merchant);
  return {
    merchant: merchant.id,
    scenarios: names,
    chosenBy,
    ...(lost && { lost }),
    files: standing.scenarios.names,
    revision: standing.scenarios.revision,
    prefer: merchant.prefer,
  };
}

function shownLibrary(library: ScenarioLibrary): object {
  const { problems } = library.state();
  return {
    ...shownState(library),
    problems: problems.map(shownProblem),
    files: library.files().map(shownFile),
  };
}

function shownState({ state, active, setOf }: ScenarioLibrary): object {
  const { revision, loadedAt } = state();
  const set = setOf(active);
  const shownActive = { scenarios: active, files: set?.names, revision: set?.revision };
  return { revision, loadedAt: new Date(loadedAt).toISOString(), active: shownActive };
}

function shownFile({ name, file, scenario, extends: others }: LibraryFile): object {
  const rules = scenario.content.rules ?? [];
  return {
    name,
    file,
    title: scenario.name,
    extends: others,
    rules: rules.map(({ id, case: number, note }) => ({
      id,
      ...(number !== undefined && { case: number }),
      ...(note !== undefined && { note: maskText(note) }),
    })),
  };
}

function shownProblem({ file, line, column, message }: FileProblem): object {
  const place = line === 0 ? {} : { line, column };
  return { file: maskText(file), ...place, message: maskText(message) };
}

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1);
}
