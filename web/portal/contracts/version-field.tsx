import type { VNode } from "preact";
import { VERSION_MAX, VERSION_MIN } from "../../../server/domain/request/operation.ts";
import { filterBy } from "../state/place.ts";

interface VersionFieldProps {
  /** Of the filter in the address. */
  readonly name: string;
  readonly label: string;
  readonly value: string;
}

/** A version that stands in the address. */
export function VersionField({ name, label, value }: VersionFieldProps): VNode {
  return (
    <label class="choice-of">
      <span class="soft">{label}</span>
      <input
        type="number"
        class="digits"
        min={VERSION_MIN}
        max={VERSION_MAX}
        value={value}
        onChange={({ currentTarget }) => {
          if (currentTarget.validity.valid) filterBy({ [name]: currentTarget.value });
        }}
      />
    </label>
  );
}
