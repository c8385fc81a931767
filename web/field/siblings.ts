import type { FormValues } from "../../server/domain/card/form-fields.ts";
import type { FormIds } from "./protocol.ts";

/**
 * Fields of one form see each other's values as frames of one origin in one page. The page around them is of another
 * origin, and so sees none.
 */

/** Marks this frame as the place of a field. */
export function announce(id: string): void {
  document.documentElement.dataset["field"] = id;
}

/** What the payer has written into the fields, by role; of a frame that is not there yet, nothing. */
export function valuesOf(form: FormIds): FormValues {
  const values: Record<string, string> = {};
  for (const role of Object.keys(form)) values[role] = "";
  for (let index = 0; index < parent.length; index += 1) {
    const other = documentOf(parent[index]);
    const id = other?.documentElement.dataset["field"];
    const role = Object.keys(form).find((it) => form[it] === id);
    if (role !== undefined) values[role] = fieldIn(other)?.value ?? "";
  }
  return values;
}

/** Looks again at what was written beside: one field may be right or wrong by another. */
export function lookAgain(form: FormIds): void {
  for (let index = 0; index < parent.length; index += 1) {
    const other = documentOf(parent[index]);
    const id = other?.documentElement.dataset["field"] ?? "";
    if (other !== document && Object.keys(form).some((role) => form[role] === id))
      fieldIn(other)?.dispatchEvent(new Event("beside"));
  }
}

function fieldIn(other: Document | undefined): HTMLInputElement | HTMLSelectElement | null {
  return other?.querySelector<HTMLInputElement | HTMLSelectElement>(".field") ?? null;
}

/** Undefined: the frame is of another origin. */
function documentOf(frame: Window | undefined): Document | undefined {
  try {
    return frame?.document;
  } catch {
    return undefined;
  }
}
