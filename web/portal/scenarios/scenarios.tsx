import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Action } from "../parts/action.tsx";
import { attempt } from "../state/api.ts";
import type { RuleCoverage, ScenarioChoice, ScenarioFiles } from "../state/answers.ts";
import { useLoaded, useOfMerchant } from "../state/loaded.ts";
import { go, hrefOf, place } from "../state/place.ts";
import { loadCards, merchant } from "../state/session.ts";
import { ArmedRules, Holds } from "./armed.tsx";
import { Choice } from "./choice.tsx";
import { RuleCounts } from "./rule-counts.tsx";
import { ScenarioFile } from "./scenario-file.tsx";

/** What decides the answers: for the next request alone, and for all. */
export function Scenarios(): VNode {
  const files = useLoaded<ScenarioFiles>("/v1/scenarios");
  const choice = useOfMerchant<ScenarioChoice>("/scenarios");
  const coverage = useOfMerchant<RuleCoverage>("/coverage");
  const chosen = (): void => {
    choice.reload();
    coverage.reload();
    void attempt(loadCards);
  };
  const loaded = (): void => {
    files.reload();
    chosen();
  };
  const { open } = place.value;
  if (open !== undefined) return <ScenarioFile key={open} name={open} onSaved={loaded} />;
  return (
    <div class="column">
      <h1>Scenarios of {merchant.value}</h1>
      <ArmedRules />
      <Holds />
      {files.value && choice.value ? (
        <Choice files={files.value} choice={choice.value} onDone={chosen} />
      ) : undefined}
      {coverage.value && <RuleCounts coverage={coverage.value} />}
      {files.value && <Files files={files.value} onDone={loaded} />}
    </div>
  );
}

interface FilesProps {
  readonly files: ScenarioFiles;
  readonly onDone: () => void;
}

/** Reads the folder again, and tells the mistakes in it. */
function Files({ files: { files, problems }, onDone }: FilesProps): VNode {
  return (
    <section class="sheet entry" aria-label="Files">
      <h2>Files</h2>
      <ul class="plain">
        {files.map(({ name, file }) => (
          <li key={name} class="item">
            <span class="digits">{file}</span>
            <a
              class="button small"
              href={hrefOf({ page: "scenarios", open: name })}
              aria-label={`Edit ${name}`}
            >
              Edit
            </a>
          </li>
        ))}
      </ul>
      <NewFile />
      {problems.length === 0 ? (
        <p class="soft">No file has a mistake.</p>
      ) : (
        <ul class="findings">
          {problems.map(({ file, line, column, message }, index) => (
            <li key={index}>
              <span class="digits">{line === undefined ? file : `${file}:${line}:${column ?? 1}`}</span>{" "}
              {message}
            </li>
          ))}
        </ul>
      )}
      <Action name="Reload" what="the files" method="POST" path="/v1/scenarios/reload" onDone={onDone} />
    </section>
  );
}

function NewFile(): VNode {
  const name = useSignal("");
  return (
    <form
      class="next-step"
      onSubmit={(event) => {
        event.preventDefault();
        go({ page: "scenarios", open: name.value });
      }}
    >
      <input
        class="digits"
        aria-label="Name of a new file"
        placeholder="new-file"
        required
        pattern="[0-9A-Za-z][0-9A-Za-z_\-]{0,60}"
        value={name.value}
        onInput={({ currentTarget }) => (name.value = currentTarget.value)}
      />
      <button class="small">New file</button>
    </form>
  );
}
