import { useRef } from "preact/hooks";
import { useSignal, useSignalEffect } from "@preact/signals";
import type { Signal } from "@preact/signals";
import { tell } from "../parts/copy.tsx";
import { ApiProblem, ask, attempt } from "../state/api.ts";
import { withRule } from "./with-rule.ts";

export interface FileText {
  /** Undefined: the file is not there yet. */
  readonly revision?: string;
  readonly text: string;
  readonly maySave: boolean;
}

interface Draft {
  /** As it was read: what others write meanwhile is not overwritten. */
  readonly read: FileText;
  readonly text: string;
}

/** What was typed and not saved, by the name of its file: it is there again behind a look at another page. */
const drafts = new Map<string, Draft>();

addEventListener("beforeunload", (event) => {
  if (drafts.size > 0) event.preventDefault();
});

export interface OpenFile {
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
  /** Reads the file again in the place of what was typed. */
  readonly drop: () => Promise<void>;
  readonly save: (revision?: string) => Promise<void>;
}

export function useFile(name: string, onSaved: () => void): OpenFile {
  const read = useSignal<FileText | undefined>(undefined);
  const reading = useSignal(0);
  const text = useSignal("");
  const at = useRef<number | undefined>(undefined);
  const conflict = useSignal<ApiProblem | undefined>(undefined);
  useSignalEffect(() => {
    if (read.value !== undefined) keepDraft(name, { read: read.value, text: text.value });
  });
  const load = async (): Promise<void> => {
    const draft = drafts.get(name);
    const found = draft?.read ?? (await textOf(name));
    const added = withRule(draft?.text ?? found.text);
    text.value = added.text;
    at.current = added.at;
    conflict.value = undefined;
    read.value = found;
    reading.value += 1;
  };
  const drop = (): Promise<void> => {
    drafts.delete(name);
    return load();
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
  return { read, reading, text, at, conflict, load, drop, save };
}

function keepDraft(name: string, draft: Draft): void {
  if (draft.text === draft.read.text) drafts.delete(name);
  else drafts.set(name, draft);
}

export function pathOf(name: string): string {
  return `/v1/scenarios/${encodeURIComponent(name)}`;
}

/** A file that is not there begins as an empty one. */
async function textOf(name: string): Promise<FileText> {
  const files = await ask<{ files: readonly { name: string }[] }>("/v1/scenarios");
  if (files.files.some((file) => file.name === name)) return ask<FileText>(pathOf(name));
  return { text: `version: 1\nname: ${JSON.stringify(name)}\nrules:\n`, maySave: true };
}
