import type { ReportTable } from "../report.ts";
import { html } from "./markup.ts";
import type { Markup } from "./markup.ts";

/** A table that scrolls by itself when it is wide; its first column names the rows. */
export function tableMarkup({ title, columns, rows }: ReportTable): Markup {
  if (rows.length === 0) return html`<p class="soft">Nothing.</p>`;
  const classes = columns.map((_, index) =>
    rows.every((row) => typeof row[index] === "number") ? "number" : "text",
  );
  return html`<div class="scroll" role="region" aria-label="${title}" tabindex="0">
    <table>
      <caption>
        ${title}
      </caption>
      <thead>
        <tr>
          ${columns.map((column, index) => html`<th scope="col" class="${classes[index]}">${column}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${rows.map((row) => rowMarkup(row, classes))}
      </tbody>
    </table>
  </div>`;
}

function rowMarkup(row: ReportTable["rows"][number], classes: readonly string[]): Markup {
  const cells = classes.map((name, index) =>
    index === 0
      ? html`<th scope="row" class="${name}">${row[index]}</th>`
      : html`<td class="${name}">${row[index]}</td>`,
  );
  return html`<tr>
    ${cells}
  </tr> `;
}
