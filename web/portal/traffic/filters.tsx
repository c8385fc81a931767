import type { VNode } from "preact";
import { ENDINGS } from "../../../server/domain/record/exchange-row.ts";
import { endingWord } from "../parts/badge.tsx";
import { isPaused, rows } from "../state/feed.ts";
import { kept } from "../state/kept.ts";
import { filterBy, hrefOf, place } from "../state/place.ts";
import type { Place } from "../state/place.ts";

/** What is in the list; it stands in the address, so that it can be kept and sent. */
export function Filters({ shown }: { readonly shown: number }): VNode {
  const { q = "", ending = "", operation = "", only = "" } = place.value.query;
  const operations = valuesOf(rows.value.map((row) => row.operation));
  const merchants = valuesOf(rows.value.map((row) => row.merchant));
  const all = rows.value.length;
  return (
    <form
      class="filters"
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <input
        id="search"
        type="search"
        aria-label="Search"
        placeholder="Search order, sentence, rule …"
        value={q}
        onInput={({ currentTarget }) => {
          filterBy({ q: currentTarget.value });
        }}
      />
      <Choice name="ending" label="Any outcome" value={ending} words={endingWords} options={ENDINGS} />
      <Choice name="operation" label="Any operation" value={operation} options={operations} />
      {merchants.length > 1 ? (
        <Choice name="only" label="Any merchant" value={only} options={merchants} />
      ) : undefined}
      <button
        type="button"
        class="small"
        aria-pressed={isPaused.value}
        onClick={() => (isPaused.value = !isPaused.value)}
      >
        {isPaused.value ? "Go on" : "Pause"}
      </button>
      <span class="soft count">{shown === all ? String(all) : `${shown} of ${all}`}</span>
      <SavedFilters />
    </form>
  );
}

/** Filters by the words that they are called by; the same words are the same filters. */
const saved = kept<Readonly<Record<string, Place["query"]>>>("filters", {});

/** What somebody looks for again and again. */
function SavedFilters(): VNode {
  const { q = "", ending = "", operation = "", only = "" } = place.value.query;
  const name = [endingWords[ending] ?? ending, operation, only, q].filter((it) => it !== "").join(" · ");
  const drop = (gone: string): void => {
    saved.value = Object.fromEntries(Object.entries(saved.value).filter(([other]) => other !== gone));
  };
  return (
    <span class="saved">
      {Object.entries(saved.value).map(([words, query]) => (
        <span key={words} class="chip">
          <a href={hrefOf({ page: "traffic", query })}>{words}</a>
          <button
            type="button"
            class="bare"
            aria-label={`Forget ${words}`}
            onClick={() => {
              drop(words);
            }}
          >
            ×
          </button>
        </span>
      ))}
      {name === "" || name in saved.value ? undefined : (
        <button
          type="button"
          class="small"
          onClick={() => {
            saved.value = { ...saved.value, [name]: { q, ending, operation, only } };
          }}
        >
          Save filters
        </button>
      )}
    </span>
  );
}

const endingWords: Readonly<Record<string, string>> = Object.fromEntries(
  ENDINGS.map((it) => [it, endingWord(it)]),
);

function valuesOf(all: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(all.flatMap((it) => it ?? []))].sort();
}

interface ChoiceProps {
  readonly name: string;
  readonly label: string;
  readonly value: string;
  readonly options: readonly string[];
  readonly words?: Readonly<Record<string, string>>;
}

function Choice({ name, label, value, options, words = {} }: ChoiceProps): VNode {
  const all = value === "" || options.includes(value) ? options : [value, ...options];
  return (
    <select
      aria-label={label}
      value={value}
      onChange={({ currentTarget }) => {
        filterBy({ [name]: currentTarget.value });
      }}
    >
      <option value="">{label}</option>
      {all.map((option) => (
        <option key={option} value={option}>
          {words[option] ?? option}
        </option>
      ))}
    </select>
  );
}
