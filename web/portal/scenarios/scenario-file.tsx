import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { Copy, tell } from "../parts/copy.tsx";
import type { Editor, Remark } from "../editor/editor.ts";
import type { Schema } from "../editor/schema-words.ts";
import { ApiProblem, ask, attempt, curlOf } from "../state/api.ts";
import { hrefOf } from "../state/place.ts";
import { InUse } from "./in-use.tsx";
import { withRule } from "./with-rule.ts";

interface FileText {
  /** Undefined: the file is not there yet. */
  readonly revision?: string;
  readonly text: string;
  readonly maySave: boolean;
}

interface ScenarioFileProps {
  /** Without its extension. */
  readonly name: string;
  readonly onSaved: () => void;
}

/** A scenario file as text: checked while it is typed, and written if nobody has changed it meanwhile. */
export function ScenarioFile({ name, onSaved }: ScenarioFileProps): VNode {
  const file = useFile(name, onSaved);
  const { read, reading, text, conflict, load, save } = file;
  const remarks = useSignal<readonly Remark[]>([]);
  useEffect(() => void attempt(load), [name]);
  return (
    <div class="column wide">
      <header class="page-head">
        <h1>
          <span class="digits">{name}</span>
        </h1>
        <a class="button small" href={hrefOf({ page: "scenarios" })}>
          Back to the scenarios
        </a>
      </header>
      {read.value && (
        <EditorFrame
          key={reading.value}
          name={name}
          text={text}
          at={file.at.current}
          remarks={remarks}
          onSave={() => void save()}
        />
      )}
      <Conflict
        problem={conflict.value}
        onRead={() => void attempt(load)}
        onWrite={() => void save(conflict.value?.revision)}
      />
      <Tools name={name} file={file} />
      {read.value?.revision === undefined ? undefined : <InUse name={name} />}
      <Remarks name={name} all={remarks.value} />
    </div>
  );
}

interface OpenFile {
  /** As it was read or saved last. */
  readonly read: Signal<FileText | undefined>;
  /** How often it was read: an editor shows what was read, and stays as it is when that is saved. */
  readonly reading: Signal<number>;
  /** As it is typed. */
  readonly text: Signal<string>;
  /** Where a rule was put into it. */
  readonly at: { readonly current: number | undefined };
  readonly conflict: Signal<ApiProblem | undefined>;
  readonly load: () => Promise<void>;
  readonly save: (revision?: string) => Promise<void>;
}

function useFile(name: string, onSaved: () => void): OpenFile {
  const read = useSignal<FileText | undefined>(undefined);
  const reading = useSignal(0);
  const text = useSignal("");
  const at = useRef<number | undefined>(undefined);
  const conflict = useSignal<ApiProblem | undefined>(undefined);
  const load = async (): Promise<void> => {
    const found = await textOf(name);
    const added = withRule(found.text);
    text.value = added.text;
    at.current = added.at;
    conflict.value = undefined;
    read.value = found;
    reading.value += 1;
  };
  const save = (revision = read.value?.revision): Promise<void> =>
    attempt(async () => {
      try {
        const saved = await ask<FileText>(pathOf(name), "PUT", { text: text.value, revision });
        read.value = { ...saved, text: text.value, maySave: true };
        at.current = undefined;
        conflict.value = undefined;
        tell(`Saved ${name}`);
        onSaved();
      } catch (error) {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
        conflict.value = error;
      }
    });
  return { read, reading, text, at, conflict, load, save };
}

interface ToolsProps {
  readonly name: string;
  readonly file: OpenFile;
}

function Tools({ name, file: { read, text, save } }: ToolsProps): VNode {
  const wish = { text: text.value, revision: read.value?.revision };
  return (
    <>
      <div class="tools">
        {read.value?.maySave === true ? (
          <button type="button" class="small main" onClick={() => void save()}>
            Save
          </button>
        ) : undefined}
        <Copy text={text.value} what="the file">
          Copy the file
        </Copy>
        <Copy text={curlOf("PUT", pathOf(name), wish)} what="the command that saves it">
          Command
        </Copy>
      </div>
      {read.value?.maySave === false ? (
        <p class="soft">
          Saving is off. SANDBOX_SCENARIO_SAVE=on allows it where SANDBOX_SCENARIO_FOLDER is a folder of your
          own; until then, copy the file to its place.
        </p>
      ) : undefined}
    </>
  );
}

function pathOf(name: string): string {
  return `/v1/scenarios/${encodeURIComponent(name)}`;
}

/** A file that is not there begins as an empty one. */
async function textOf(name: string): Promise<FileText> {
  const files = await ask<{ files: readonly { name: string }[] }>("/v1/scenarios");
  if (files.files.some((file) => file.name === name)) return ask<FileText>(pathOf(name));
  return { text: `version: 1\nname: ${JSON.stringify(name)}\nrules:\n`, maySave: true };
}

interface FrameProps {
  readonly name: string;
  readonly text: Signal<string>;
  readonly at: number | undefined;
  readonly remarks: Signal<readonly Remark[]>;
  readonly onSave: () => void;
}

/** The editor is loaded when a file is first opened. */
function EditorFrame({ name, text, at, remarks, onSave }: FrameProps): VNode {
  const host = useRef<HTMLDivElement>(null);
  useEffect(() => {
    let editor: Editor | undefined;
    let isClosed = false;
    void attempt(async () => {
      const [{ openEditor }, schema] = await Promise.all([
        import("../editor/editor.ts"),
        ask<Schema>("/schemas/scenario.json"),
      ]);
      if (isClosed || host.current === null) return;
      editor = openEditor(host.current, {
        text: text.peek(),
        at,
        label: `Text of ${name}`,
        schema,
        check: async (typed) => {
          const { problems } = await ask<{ problems: readonly Remark[] }>(`${pathOf(name)}/check`, "POST", {
            text: typed,
          });
          remarks.value = problems;
          return problems;
        },
        onChange: (typed) => (text.value = typed),
        onSave,
      });
    });
    return () => {
      isClosed = true;
      editor?.close();
    };
  }, []);
  return <div class="editor" ref={host} />;
}

interface ConflictProps {
  readonly problem: ApiProblem | undefined;
  readonly onRead: () => void;
  readonly onWrite: () => void;
}

/** Somebody else has written the file since it was read: nothing is lost before the reader has chosen. */
function Conflict({ problem, onRead, onWrite }: ConflictProps): VNode | undefined {
  if (problem === undefined) return undefined;
  return (
    <div class="notice bad" role="alert">
      <p>{problem.message}</p>
      <div class="tools">
        <button type="button" class="small" onClick={onRead}>
          Read it again and drop my changes
        </button>
        {problem.revision === undefined ? undefined : (
          <button type="button" class="small" onClick={onWrite}>
            Write mine in its place
          </button>
        )}
      </div>
    </div>
  );
}

/** The mistakes as a list, for those who do not see the marks. */
function Remarks({ name, all }: { readonly name: string; readonly all: readonly Remark[] }): VNode {
  return (
    <section aria-label="Mistakes" aria-live="polite">
      {all.length === 0 ? <p class="soft">No mistakes found.</p> : undefined}
      <ul class="findings">
        {all.map(({ severity, line, column, message }, index) => (
          <li key={index} class={severity === "error" ? "violation" : ""}>
            <b class="digits">{line === 0 ? name : `${line}:${column}`}</b>{" "}
            <span class="soft">{severity}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
