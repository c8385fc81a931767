import { html } from "../../report/html/markup.ts";
import type { Markup } from "../../report/html/markup.ts";

/** Names and what they stand for; what is not known is left out. */
export function descriptionList(
  rows: readonly (readonly [name: string, value: string | undefined])[],
): Markup {
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
