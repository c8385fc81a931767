import { maskText } from "../../../domain/card/card.ts";
import type { ScenarioText } from "../../../scenario/library/scenario-store.ts";
import type { CheckRemark } from "../../../scenario/reading/remark.ts";
import type { AppParts } from "../../parts.ts";
import { flag, text } from "../kernel/endpoint.ts";
import type { Judged, Resource } from "../kernel/endpoint.ts";
import { endpoint } from "../kernel/kernel.ts";
import { Problem } from "../kernel/problem.ts";

const REMARKS = {
  type: "array",
  items: {
    type: "object",
    required: ["severity", "check", "file", "line", "column", "message"],
    properties: {
      severity: { ...text, enum: ["error", "warning"] },
      check: { ...text, description: "Which check found it." },
      file: text,
      line: { type: "integer", description: "0: the file as a whole." },
      column: { type: "integer" },
      message: text,
    },
  },
} as const;

const FILE = {
  type: "object",
  required: ["name", "file", "revision", "text", "maySave"],
  properties: {
    name: text,
    file: { ...text, description: "With its extension." },
    revision: { ...text, description: "To be sent when it is saved." },
    text: { ...text, description: "As it stands in the folder." },
    maySave: { ...flag, description: "Whether SANDBOX_SCENARIO_SAVE allows it to be saved." },
  },
} as const;

const CHECK = { type: "object", required: ["problems"], properties: { problems: REMARKS } } as const;

const SAVED = {
  type: "object",
  required: ["name", "file", "revision", "problems", "isLoaded"],
  properties: {
    name: text,
    file: text,
    revision: { ...text, description: "To be sent when it is saved again." },
    problems: { ...REMARKS, description: "Warnings." },
    isLoaded: { ...flag, description: "Whether the files are in use as they are now." },
  },
} as const;

export type ScenarioFileView = Judged<typeof FILE>;
export type ScenarioCheckView = Judged<typeof CHECK>;
export type SavedScenarioView = Judged<typeof SAVED>;

const content = { ...text, title: "the whole file as text", description: "The whole file, as YAML or JSON." };

const CHECK_BODY = {
  type: "object",
  additionalProperties: false,
  required: ["text"],
  properties: { text: content },
} as const;

const SAVE_BODY = {
  type: "object",
  additionalProperties: false,
  required: ["text"],
  properties: {
    text: content,
    revision: {
      ...text,
      title: "the revision that was read",
      description: "Of the file as it was read; left out for a new file.",
    },
  },
} as const;

const ONE = "/v1/scenarios/:name" as const;
const NO_FILE = "The folder has no scenario file of this name that can be read.";

/** Scenario files as text: to be read, checked and written by somebody who is not at the folder. */
export const scenarioFiles: Resource = {
  schemas: { ScenarioFile: FILE, ScenarioCheck: CHECK, SavedScenario: SAVED },
  parameters: { name: "The name of a scenario file, without its extension." },
  endpoints: [
    endpoint({
      method: "get",
      path: ONE,
      tag: "Scenarios",
      summary: "Returns a scenario file as text, with its revision",
      answers: { 200: "ScenarioFile" },
      problems: { 404: NO_FILE },
      // The text is whole, so that it can be written back.
      needs: "administer",
      handle:
        ({ scenarios: { files, maySave } }) =>
        ({ params: { name } }): ScenarioFileView => {
          const found = files.read(name);
          if (found === undefined) throw new Problem(404, "No such scenario file", NO_FILE);
          return { ...found, maySave };
        },
    }),
    endpoint({
      method: "post",
      path: `${ONE}/check`,
      tag: "Scenarios",
      summary: "Checks the text of a scenario file without writing it",
      description: "Mistakes, and rules that can never answer, with line and column, beside the other files.",
      body: { name: "ScenarioToCheck", schema: CHECK_BODY, wrong: { title: "Invalid file" } },
      answers: { 200: "ScenarioCheck" },
      problems: { 400: "The body is invalid." },
      needs: "look",
      scope: "shared",
      handle:
        ({ scenarios: { files } }) =>
        async ({ params: { name }, body }): Promise<ScenarioCheckView> => ({
          problems: (await files.check(name, body.text)).map(shown),
        }),
    }),
    endpoint({
      method: "put",
      path: ONE,
      tag: "Scenarios",
      summary: "Writes a scenario file, if it has no mistakes and nobody has changed it meanwhile",
      description:
        "SANDBOX_SCENARIO_SAVE=on allows it. The file is replaced as a whole, and all files are read again.",
      body: { name: "ScenarioToSave", schema: SAVE_BODY, wrong: { title: "Invalid file" } },
      answers: { 200: "SavedScenario" },
      problems: {
        400: "The body or the name is invalid.",
        403: "Saving is not allowed by the settings, or to this user; or a web page of another origin asks.",
        409: "The file is not of the revision that was sent.",
        422: "The file would have mistakes; problems lists them all.",
        503: "The file cannot be written.",
      },
      needs: "administer",
      handle:
        (parts) =>
        ({ params: { name }, body, noteRevision }) =>
          save(parts, { name, ...body }, noteRevision),
    }),
  ],
};

async function save(
  { scenarios: { files, maySave, library } }: AppParts,
  { name, text: wanted, revision }: Judged<typeof SAVE_BODY> & { readonly name: string },
  noteRevision: (revision: string) => void,
): Promise<SavedScenarioView> {
  if (!maySave)
    throw new Problem(
      403,
      "Saving is off",
      "The control API may write scenario files with SANDBOX_SCENARIO_SAVE=on and a SANDBOX_SCENARIO_FOLDER.",
    );
  const saving = await files.save(name, wanted, revision).catch(() => {
    throw new Problem(503, "Not saved", "The scenario folder cannot be written to; the file is as it was.");
  });
  switch (saving.kind) {
    case "unnamable":
      throw new Problem(
        400,
        "Invalid name",
        "The name of a new file has up to 61 letters, digits, hyphens and underscores, and begins with a letter or digit.",
      );
    case "changed":
      throw changed(saving.current, revision);
    case "faulty": {
      const problems = saving.remarks.map(shown);
      const errors = problems.filter(({ severity }) => severity === "error");
      throw new Problem(422, "The file has mistakes", errors.map(told).join("; "), { problems });
    }
    case "saved": {
      const { name: called, file, revision: made } = saving.saved;
      noteRevision(made);
      const { isTaken } = await library.reload();
      const problems = saving.remarks.map(shown);
      return { name: called, file, revision: made, problems, isLoaded: isTaken };
    }
  }
}

function changed(current: ScenarioText | undefined, sent: string | undefined): Problem {
  const title = "Changed meanwhile";
  if (sent === undefined)
    return new Problem(409, title, "There is a file of this name already: read it, and send its revision.", {
      revision: current?.revision,
    });
  const now =
    current === undefined ? "is not there any more, or cannot be read" : "has changed since it was read";
  return new Problem(409, title, `The file ${now}: nothing was written. Read it again.`, {
    revision: current?.revision,
  });
}

function shown({ severity, check, file, line, column, message }: CheckRemark) {
  return { severity, check, file: maskText(file), line, column, message: maskText(message) };
}

function told({ line, column, message }: ReturnType<typeof shown>): string {
  return line === 0 ? message : `line ${line}, column ${column}: ${message}`;
}
