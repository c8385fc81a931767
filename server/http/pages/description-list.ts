import { html } from "./html.ts";
import type { Html } from "./html.ts";

/** Names and what they stand for; what is not known is left out. */
export function descriptionList(rows: readonly (readonly [name: string, value: string | undefined])[]): Html {
  return html`<dl>
    ${rows.flatMap(([name, value]) =>
      value
        ? [
            html`<dt>${name}</dt>
              <dd>${value}</dd>`,
          ]
        : [],
    )}
  </dl>`;
}
