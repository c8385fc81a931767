import type { VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { useSignal } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { Copy } from "../parts/copy.tsx";
import type { ApiProblem } from "../state/api.ts";
import type { Editor, Remark } from "../editor/editor.ts";
import type { Schema } from "../editor/schema-words.ts";
import { ask, attempt, curlOf } from "../state/api.ts";
import { hrefOf } from "../state/place.ts";
import { InUse } from "./in-use.tsx";
import { pathOf, useFile } from "./open-file.ts";
import type { OpenFile } from "./open-file.ts";

interface ScenarioFileProps {
  /** Without its extension. */
  readonly name: string;
  readonly onSaved: () => void;
}

/** A scenario file as text: checked while it is typed, and written if nobody has changed it meanwhile. */
export function ScenarioFile({ name, onSaved }: ScenarioFileProps): VNode {
  const file = useFile(name, onSaved);
  const { read, reading, text, conflict, load, drop, save } = file;
  const remarks = useSignal<readonly Remark[] | undefined>(undefined);
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
        onRead={() => void attempt(drop)}
        onWrite={() => void save(conflict.value?.revision)}
      />
      <Tools name={name} file={file} />
      {read.value?.revision === undefined ? undefined : <InUse name={name} />}
      <Remarks name={name} all={remarks.value} />
    </div>
  );
}

interface ToolsProps {
  readonly name: string;
  readonly file: OpenFile;
}

function Tools({ name, file: { read, text, drop, save } }: ToolsProps): VNode {
  const isChanged = read.value !== undefined && text.value !== read.value.text;
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
        {isChanged ? (
          <button type="button" class="small" onClick={() => void attempt(drop)}>
            Drop my changes
          </button>
        ) : undefined}
        <span class="soft" role="status">
          {isChanged ? "Not saved" : ""}
        </span>
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

interface FrameProps {
  readonly name: string;
  readonly text: Signal<string>;
  readonly at: number | undefined;
  readonly remarks: Signal<readonly Remark[] | undefined>;
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
function Remarks({
  name,
  all,
}: {
  readonly name: string;
  readonly all: readonly Remark[] | undefined;
}): VNode {
  return (
    <section aria-label="Mistakes" aria-live="polite">
      {all === undefined ? <p class="soft">Checking …</p> : undefined}
      {all?.length === 0 ? <p class="soft">No mistakes found.</p> : undefined}
      <ul class="findings">
        {all?.map(({ severity, line, column, message }, index) => (
          <li key={index} class={severity === "error" ? "violation" : ""}>
            <b class="digits">{line === 0 ? name : `${line}:${column}`}</b>{" "}
            <span class="soft">{severity}</span> {message}
          </li>
        ))}
      </ul>
    </section>
  );
}
