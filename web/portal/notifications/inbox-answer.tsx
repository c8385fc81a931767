import type { VNode } from "preact";
import { useSignal } from "@preact/signals";
import { Action } from "../parts/action.tsx";
import type { InboxAnswer } from "../state/answers.ts";
import { rootOf } from "../state/loaded.ts";
import { merchant } from "../state/session.ts";

const AT_ONCE: InboxAnswer = { status: 200, delayMs: 0, never: false };

const CHOICES: readonly { readonly words: string; readonly answer: InboxAnswer }[] = [
  { words: "200", answer: AT_ONCE },
  { words: "500", answer: { ...AT_ONCE, status: 500 } },
  { words: "200 after a second", answer: { ...AT_ONCE, delayMs: 1_000 } },
  { words: "200 after three seconds, too late", answer: { ...AT_ONCE, delayMs: 3_000 } },
  { words: "Never", answer: { ...AT_ONCE, never: true } },
];

const TIMES = [
  { words: "Until it is set anew", times: undefined },
  { words: "The next one", times: 1 },
  { words: "The next two", times: 2 },
  { words: "The next three", times: 3 },
] as const;

interface AnswerFormProps {
  /** Of the inbox, behind the merchant. */
  readonly path: string;
  readonly now: InboxAnswer;
  readonly onDone: () => void;
}

/** How the inbox answers from now on. */
export function AnswerForm({ path, now, onDone }: AnswerFormProps): VNode {
  const asNow = CHOICES.findIndex(({ answer }) => nowWords(answer) === nowWords(now));
  const [choice, span] = [useSignal(Math.max(0, asNow)), useSignal(0)];
  const times = TIMES[span.value]?.times;
  const body = { ...CHOICES[choice.value]?.answer, ...(times !== undefined && { times }) };
  return (
    <>
      <p>
        It {nowWords(now)}
        {now.times === undefined ? "." : `, for ${now.times} more.`}
      </p>
      <div class="fields">
        <label>
          Answer
          <select
            value={choice.value}
            onChange={({ currentTarget }) => (choice.value = Number(currentTarget.value))}
          >
            {CHOICES.map(({ words }, index) => (
              <option key={words} value={index}>
                {words}
              </option>
            ))}
          </select>
        </label>
        <label>
          For how many
          <select
            value={span.value}
            onChange={({ currentTarget }) => (span.value = Number(currentTarget.value))}
          >
            {TIMES.map(({ words }, index) => (
              <option key={words} value={index}>
                {words}
              </option>
            ))}
          </select>
        </label>
      </div>
      <p>
        <Action
          name="Set"
          what="how the inbox answers"
          method="PUT"
          path={rootOf(merchant.value) + path}
          body={body}
          onDone={onDone}
        />
      </p>
    </>
  );
}

function nowWords({ status, delayMs, never }: InboxAnswer): string {
  if (never) return "never answers";
  return `answers ${status}${delayMs === 0 ? "" : ` after ${delayMs} ms`}`;
}

/** How one delivery was answered. */
export function answerWords(answer: InboxAnswer): string {
  return answer.never ? "never answered" : nowWords(answer).replace("answers", "answered");
}
