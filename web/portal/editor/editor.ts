/*! The editor contains CodeMirror, (c) Marijn Haverbeke and others, MIT License. */
import {
  autocompletion,
  closeBrackets,
  closeBracketsKeymap,
  completionKeymap,
} from "@codemirror/autocomplete";
import { defaultKeymap, history, historyKeymap } from "@codemirror/commands";
import { yaml } from "@codemirror/lang-yaml";
import { HighlightStyle, bracketMatching, indentUnit, syntaxHighlighting } from "@codemirror/language";
import { lintGutter, linter } from "@codemirror/lint";
import type { Diagnostic } from "@codemirror/lint";
import type { Text } from "@codemirror/state";
import { EditorView, drawSelection, highlightActiveLine, keymap, lineNumbers } from "@codemirror/view";
import { tags } from "@lezer/highlight";
import { completingBy } from "./completion.ts";
import type { Schema } from "./schema-words.ts";

/** A mistake or a warning, with line and column from 1; line 0 means the file as a whole. */
export interface Remark {
  readonly severity: "error" | "warning";
  readonly line: number;
  readonly column: number;
  readonly message: string;
}

export interface EditorParts {
  readonly text: string;
  /** Where in the text the cursor is at first; undefined: at its beginning, and not in the field. */
  readonly at?: number | undefined;
  /** What the text is, for those who do not see it. */
  readonly label: string;
  readonly schema: Schema;
  readonly check: (text: string) => Promise<readonly Remark[]>;
  readonly onChange: (text: string) => void;
  readonly onSave: () => void;
}

export interface Editor {
  readonly replace: (text: string) => void;
  readonly close: () => void;
}

/**
 * An editor for scenario files. It stands in a shadow root: there its styles are sheets that a strict content security
 * policy takes, and the page's own do not reach it.
 */
export function openEditor(host: HTMLElement, parts: EditorParts): Editor {
  const { text, label, schema, check, onChange, onSave } = parts;
  const root = host.shadowRoot ?? host.attachShadow({ mode: "open" });
  const view = new EditorView({
    doc: text,
    parent: root,
    root,
    extensions: [
      [lineNumbers(), history(), drawSelection(), highlightActiveLine(), bracketMatching(), closeBrackets()],
      [yaml(), indentUnit.of("  "), syntaxHighlighting(COLOURS), LOOK, lintGutter()],
      autocompletion({ override: [completingBy(schema)], icons: false }),
      linter(async ({ state }) => {
        const remarks = await check(state.doc.toString());
        return remarks.map((remark) => diagnosticOf(state.doc, remark));
      }),
      keymap.of([
        { key: "Mod-s", preventDefault: true, run: () => (onSave(), true) },
        ...closeBracketsKeymap,
        ...completionKeymap,
        ...historyKeymap,
        ...defaultKeymap,
      ]),
      EditorView.contentAttributes.of({ "aria-label": label, tabindex: "0" }),
      EditorView.lineWrapping,
      EditorView.updateListener.of(({ docChanged, state }) => {
        if (docChanged) onChange(state.doc.toString());
      }),
    ],
  });
  if (parts.at !== undefined) goTo(view, parts.at);
  return {
    replace: (changed) => {
      view.dispatch({ changes: { from: 0, to: view.state.doc.length, insert: changed } });
    },
    close: () => {
      view.destroy();
    },
  };
}

function goTo(view: EditorView, at: number): void {
  view.focus();
  view.dispatch({ selection: { anchor: at }, effects: EditorView.scrollIntoView(at, { y: "center" }) });
}

/** Marks from the place of the mistake to the end of its line. */
function diagnosticOf(doc: Text, { severity, line, column, message }: Remark): Diagnostic {
  const at = doc.line(Math.min(Math.max(line, 1), doc.lines));
  const from = Math.min(at.from + Math.max(column - 1, 0), at.to);
  return { from, to: at.to, severity, message };
}

const COLOURS = HighlightStyle.define([
  { tag: tags.definition(tags.propertyName), color: "var(--accent)" },
  { tag: [tags.string, tags.content], color: "var(--good)" },
  { tag: tags.comment, color: "var(--soft-ink)", fontStyle: "italic" },
  { tag: [tags.number, tags.bool, tags.null], color: "var(--wait)" },
  { tag: [tags.separator, tags.punctuation, tags.squareBracket, tags.brace], color: "var(--soft-ink)" },
]);

const LOOK = EditorView.theme({
  "&": { backgroundColor: "var(--sheet)", color: "var(--ink)", fontSize: "0.8125rem", height: "32rem" },
  ".cm-scroller": { fontFamily: "var(--digits)", lineHeight: "1.55" },
  "&.cm-focused": { outline: "2px solid var(--accent)" },
  ".cm-cursor": { borderLeftColor: "var(--ink)" },
  ".cm-gutters": {
    backgroundColor: "var(--ground)",
    color: "var(--soft-ink)",
    borderRight: "1px solid var(--line)",
  },
  ".cm-activeLine": { backgroundColor: "color-mix(in srgb, var(--accent) 8%, transparent)" },
  "&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground": {
    backgroundColor: "color-mix(in srgb, var(--accent) 30%, transparent)",
  },
  ".cm-tooltip": {
    border: "1px solid var(--line)",
    borderRadius: "0.45rem",
    backgroundColor: "var(--sheet)",
    color: "var(--ink)",
    boxShadow: "var(--shadow)",
  },
  ".cm-tooltip-autocomplete > ul > li[aria-selected]": {
    backgroundColor: "var(--accent)",
    color: "var(--on-accent)",
  },
  ".cm-completionInfo": { maxWidth: "22rem", padding: "0.4rem 0.6rem", fontFamily: "var(--text)" },
  // The package's own marks are images in the style, which the policy of the page does not take.
  ".cm-lintRange": { backgroundImage: "none !important" },
  ".cm-lintRange-error": { textDecoration: "underline wavy var(--bad)" },
  ".cm-lintRange-warning": { textDecoration: "underline wavy var(--note-ink)" },
  ".cm-lint-marker": { content: "'' !important", height: "0.6rem", borderRadius: "50%" },
  ".cm-lint-marker-error": { backgroundColor: "var(--bad)" },
  ".cm-lint-marker-warning": { backgroundColor: "var(--note-ink)" },
  ".cm-diagnostic": { borderLeftColor: "var(--bad)", fontFamily: "var(--text)" },
});
