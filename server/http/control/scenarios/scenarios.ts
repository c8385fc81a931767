import type { FileProblem } from "../../../document/file-problem.ts";
import { maskText } from "../../../domain/card/card.ts";
import type { Merchant } from "../../../domain/merchant.ts";
import { isoTime } from "../../../domain/time.ts";
import type { ScenarioLibrary } from "../../../scenario/library/library.ts";
import type { LibraryFile } from "../../../scenario/scenario-file.ts";
import type { AppParts } from "../../parts.ts";
import { MERCHANT, NO_MERCHANT, open, text, texts, time } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";

const CHOICE = {
  type: "object",
  required: ["merchant", "scenarios", "chosenBy", "files", "revision", "prefer"],
  properties: {
    merchant: text,
    scenarios: texts,
    chosenBy: { ...text, enum: ["control-api", "merchant-file", "settings"] },
    lost: { ...texts, description: "Chosen scenarios that no longer exist." },
    files: { ...texts, description: "Including the files they extend." },
    revision: text,
    prefer: {
      ...text,
      enum: ["allow", "ignore"],
      description: "How the header Prefer: scenario=NAME is treated.",
    },
  },
} as const;

export type ScenarioChoiceView = Judged<typeof CHOICE>;

const form = { type: "object", additionalProperties: false, required: ["scenarios"] } as const;

const WISH = {
  oneOf: [
    {
      ...form,
      description: "Chooses these, in the order in which they are tried; an empty list uses no file.",
      properties: { scenarios: texts },
    },
    {
      ...form,
      description: "Returns to the scenarios of the settings.",
      properties: { scenarios: { type: "null" } },
    },
  ],
} as const;

const OF_MERCHANT = `${MERCHANT}/scenarios` as const;

const ofFiles = [
  endpoint({
    method: "get",
    path: "/v1/scenarios",
    tag: "Scenarios",
    summary: "Returns the scenario files with their rules and mistakes",
    answers: { 200: "Scenarios" },
    scope: "shared",
    handle:
      ({ scenarios: { library } }) =>
      () =>
        shownLibrary(library),
  }),
  endpoint({
    method: "post",
    path: "/v1/scenarios/reload",
    tag: "Scenarios",
    summary: "Reloads the scenario files",
    answers: { 200: "ScenarioState" },
    problems: {
      422: "A file has mistakes, so the last valid files stay active; problems lists them all.",
    },
    needs: "administer",
    handle:
      ({ scenarios: { library } }) =>
      async () => {
        const { problems, isTaken } = await library.reload();
        if (!isTaken) throw notTaken(problems);
        const left = problems.length === 0 ? {} : { problems: problems.map(shownProblem) };
        return { ...shownState(library), ...left };
      },
  }),
];

const ofMerchant = [
  endpoint({
    method: "get",
    path: OF_MERCHANT,
    tag: "Scenarios",
    summary: "Returns the scenarios that are active for the merchant",
    answers: { 200: "ScenarioChoice" },
    problems: { 404: NO_MERCHANT },
    handle:
      (parts) =>
      ({ merchant }) =>
        choiceOf(parts, merchant),
  }),
  endpoint({
    method: "put",
    path: OF_MERCHANT,
    tag: "Scenarios",
    summary: "Chooses the scenarios that are active for the merchant",
    body: {
      name: "ScenarioSelection",
      schema: WISH,
      wrong: {
        title: "Invalid scenarios",
        detail:
          'Send {"scenarios":["one","another"]} in the order in which they are tried, {"scenarios":[]} or {"scenarios":null}.',
      },
    },
    answers: { 200: "ScenarioChoice" },
    problems: { 400: "There is no such scenario, or the body is invalid.", 404: NO_MERCHANT },
    handle:
      (parts) =>
      async ({ merchant, body: { scenarios: names } }) => {
        const { library, choose } = parts.scenarios;
        const faults = library.faultsOf(names ?? []);
        if (faults.length > 0) throw new Problem(400, "Unknown scenario", `${sentence(faults.join("; "))}.`);
        // Null goes back to what the settings say.
        await choose(merchant.id, names ?? undefined);
        return choiceOf(parts, merchant);
      },
  }),
  endpoint({
    method: "delete",
    path: OF_MERCHANT,
    tag: "Scenarios",
    summary: "Returns to the scenarios of the settings",
    answers: { 200: "ScenarioChoice" },
    problems: { 404: NO_MERCHANT },
    handle:
      (parts) =>
      async ({ merchant }) => {
        await parts.scenarios.choose(merchant.id, undefined);
        return choiceOf(parts, merchant);
      },
  }),
];

/** Shows and reloads the scenario files, and chooses among them for a merchant. */
export const scenarios: Resource = {
  schemas: {
    ScenarioChoice: CHOICE,
    ScenarioState: {
      type: "object",
      required: ["revision", "loadedAt", "active"],
      properties: {
        revision: text,
        loadedAt: time,
        active: open,
        problems: { type: "array", items: open, description: "Mistakes in files that are not in use." },
      },
    },
    Scenarios: {
      type: "object",
      required: ["revision", "loadedAt", "active", "problems", "files", "shipped"],
      properties: {
        revision: text,
        loadedAt: time,
        active: open,
        problems: {
          type: "array",
          items: open,
          description: "Mistakes in the files as they are now.",
        },
        files: { type: "array", items: open },
        shipped: { ...texts, description: "Shipped scenarios that are available in addition to the folder." },
      },
    },
  },
  endpoints: [...ofFiles, ...ofMerchant],
};

function notTaken(problems: readonly FileProblem[]): Problem {
  const words = "The last valid files stay active. All mistakes are in problems, with line and column.";
  return new Problem(422, "Scenario files not loaded", words, { problems: problems.map(shownProblem) });
}

async function choiceOf({ scenarios: control }: AppParts, merchant: Merchant): Promise<ScenarioChoiceView> {
  const { names, chosenBy, lost, ...standing } = await control.standing(merchant);
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
  const own = new Set(library.names());
  const [files, behind] = [true, false].map((isOwn) =>
    library.files().filter(({ name }) => own.has(name) === isOwn),
  );
  return {
    ...shownState(library),
    problems: problems.map(shownProblem),
    files: files?.map(shownFile),
    shipped: behind?.map(({ name }) => name),
  };
}

function shownState({ state, active, setOf }: ScenarioLibrary): object {
  const { revision, loadedAt } = state();
  const set = setOf(active);
  const shownActive = { scenarios: active, files: set?.names, revision: set?.revision };
  return { revision, loadedAt: isoTime(loadedAt), active: shownActive };
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
