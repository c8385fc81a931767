import type { VNode } from "preact";
import { useLayoutEffect, useRef } from "preact/hooks";
import { VERSION_MAX, VERSION_MIN } from "../../../server/domain/request/operation.ts";
import { filterBy } from "../state/place.ts";

interface VersionFieldProps {
  /** Of the filter in the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** A version that stands in the address. What somebody is typing stays while the page around it is drawn anew. */
export function VersionField({ name, label, value }: VersionFieldProps): VNode {
  const field = useRef<HTMLInputElement>(null);
  useLayoutEffect(() => {
    if (field.current !== null) field.current.value = value;
  }, [value]);
  return (
    <label class="choice-of">
      <span class="soft">{label}</span>
      <input
        ref={field}
        type="number"
        class="digits"
        min={VERSION_MIN}
        max={VERSION_MAX}
        onChange={({ currentTarget }) => {
          if (currentTarget.validity.valid) filterBy({ [name]: currentTarget.value });
        }}
      />
    </label>
  );
}
