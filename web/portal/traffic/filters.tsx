import type { VNode } from "preact";
import { ENDINGS } from "../../../server/domain/record/exchange-row.ts";
import { endingWord } from "../parts/badge.tsx";
import { FilterBar, FilterChoice } from "../parts/filter-bar.tsx";
import { isPaused, rows } from "../state/feed.ts";
import { kept } from "../state/kept.ts";
import { hrefOf, place } from "../state/place.ts";
import type { Place } from "../state/place.ts";

/** The filters of the address. */
export const FILTERS = ["q", "ending", "operation", "only"] as const;

/** What is in the list. */
export function Filters({ shown }: { readonly shown: number }): VNode {
  const operations = valuesOf(rows.value.map((row) => row.operation));
  const merchants = valuesOf(rows.value.map((row) => row.merchant));
  const all = rows.value.length;
  return (
    <FilterBar label="Search" placeholder="Search order, sentence, rule …">
      <FilterChoice name="ending" label="Any outcome" options={ENDINGS} words={wordsOf} />
      <FilterChoice name="operation" label="Any operation" options={operations} />
      {merchants.length > 1 ? (
        <FilterChoice name="only" label="Any merchant" options={merchants} />
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
    </FilterBar>
  );
}

/** Filters by the words that they are called by; the same words are the same filters. */
const saved = kept<Readonly<Record<string, Place["query"]>>>("filters", {});

/** What somebody looks for again and again. */
function SavedFilters(): VNode {
  const { q = "", ending = "", operation = "", only = "" } = place.value.query;
  const name = [wordsOf(ending), operation, only, q].filter((it) => it !== "").join(" · ");
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

/** Of an outcome as the address has it, which may be anything. */
function wordsOf(ending: string): string {
  const known = ENDINGS.find((it) => it === ending);
  return known === undefined ? ending : endingWord(known);
}

function valuesOf(all: readonly (string | undefined)[]): readonly string[] {
  return [...new Set(all.flatMap((it) => it ?? []))].sort();
}
