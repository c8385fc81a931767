import type { ComponentChildren, VNode } from "preact";
import { useEffect, useRef } from "preact/hooks";
import { onKeys } from "../state/keys.ts";
import { filterBy, place } from "../state/place.ts";

interface FilterBarProps {
  /** What is searched. */
  readonly label: string;
  readonly placeholder: string;
  readonly class?: string;
  /** What else narrows the list down. */
  readonly children: ComponentChildren;
}

/** The search of a list and what else narrows it down. All of it stands in the address; the key / leads to the search. */
export function FilterBar({ label, placeholder, class: kind = "", children }: FilterBarProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => onKeys({ "/": () => field.current?.focus() }), []);
  return (
    <form
      class={`filters ${kind}`}
      role="search"
      onSubmit={(event) => {
        event.preventDefault();
      }}
    >
      <input
        ref={field}
        type="search"
        aria-label={label}
        placeholder={placeholder}
        value={place.value.query["q"] ?? ""}
        onInput={({ currentTarget }) => {
          filterBy({ q: currentTarget.value });
        }}
      />
      {children}
    </form>
  );
}

interface FilterChoiceProps {
  /** Of the filter in the address. */
  readonly name: string;
  /** What stands there while all are shown. */
  readonly label: string;
  readonly options: readonly string[];
  readonly words?: (option: string) => string;
}

/** One filter that is chosen from a list; a value of the address that the list does not have is there, too. */
export function FilterChoice({ name, label, options, words = (it) => it }: FilterChoiceProps): VNode {
  const value = place.value.query[name] ?? "";
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
          {words(option)}
        </option>
      ))}
    </select>
  );
}

/** Whether one of these filters is set. */
export function isFiltered(names: readonly string[]): boolean {
  return names.some((name) => (place.value.query[name] ?? "") !== "");
}

/** What stands in a list that its filters leave empty, and the way back to all of it. */
export function NothingFound({ names }: { readonly names: readonly string[] }): VNode {
  return (
    <p class="empty">
      Nothing matches these filters.{" "}
      <button
        type="button"
        class="small"
        onClick={() => {
          filterBy(Object.fromEntries(names.map((name) => [name, ""])));
        }}
      >
        Clear the filters
      </button>
    </p>
  );
}
