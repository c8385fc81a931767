/**
 * Colours mean what they mean on all pages (web/tokens.css), which a test holds against each other. Those of charts are 3:1 to
 * both backgrounds.
 */
export const STYLE = `
:root {
  color-scheme: light dark;
  --ground: #f3f4f8; --sheet: #ffffff; --ink: #171a26; --soft-ink: #565c70; --line: #d9dce6; --accent: #3346d3;
  --bad: #b3261e; --bad-ground: #fdeceb; --good: #146c43; --good-ground: #e5f5ec; --wait: #1d4fa3; --wait-ground: #e4edfb;
  --note-ground: #fff4d6; --note-ink: #5c4300;
  --approved: #1b7f51; --declined: #b87400; --pending: #2f6fd0; --refused: #e0564b; --failed: #8c1410; --done: #7d8499;
}
@media (prefers-color-scheme: dark) {
  :root {
    --ground: #10121a; --sheet: #1a1d28; --ink: #eceef6; --soft-ink: #a7adc2; --line: #313647; --accent: #9aa8ff;
    --bad: #ffb4ab; --bad-ground: #3b1b1a; --good: #8bd9ae; --good-ground: #14301f; --wait: #a9c7ff; --wait-ground: #16264a;
    --note-ground: #33290d; --note-ink: #f5dc9c;
    --approved: #5cc78f; --declined: #f0b429; --pending: #7fb0ff; --refused: #ff9a90; --failed: #e5484d; --done: #747c96;
  }
}
* { box-sizing: border-box; }
body { background: var(--ground); color: var(--ink); font: 1rem/1.5 system-ui, sans-serif;
  margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.soft { color: var(--soft-ink); }
.verdict { border-left: .4rem solid; margin: 1rem 0; padding: .5rem 1rem; background: var(--sheet); }
.verdict strong { text-transform: uppercase; }
.passed, .good { color: var(--good); } .failed, .error { color: var(--bad); }
.warning, .skipped { color: var(--note-ink); } .note { color: var(--wait); }
.verdict span { color: var(--ink); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
.tiles li { background: var(--sheet); border: 1px solid var(--line); border-radius: .4rem; min-width: 7rem;
  padding: .5rem .9rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
.issue { background: var(--sheet); border: 1px solid var(--line); border-left: .3rem solid; border-radius: .3rem; margin: .6rem 0;
  padding: .5rem .9rem; }
.issue p, .issue li, .issue h3 { color: var(--ink); } .issue .soft { color: var(--soft-ink); }
.issue h3 b { text-transform: uppercase; font-size: .85rem; }
.issue.error h3 b { color: var(--bad); } .issue.warning h3 b { color: var(--note-ink); }
.issue.note h3 b { color: var(--wait); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible { outline: 3px solid var(--wait); }
table { border-collapse: collapse; font-size: .92rem; min-width: 50%; }
/* The heading above says the same to those who see it. */
caption { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
thead th { border-bottom: 2px solid var(--line); } tbody th { font-weight: 400; }
.number { font-variant-numeric: tabular-nums; text-align: right; }
figure { margin: 0; } figure > svg { display: block; height: auto; width: 100%; }
.grid { stroke: var(--line); stroke-width: 1; } .axis { fill: var(--soft-ink); font-size: 12px; }
.bar { stroke: var(--ground); stroke-width: 1; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .5rem 0; padding: 0; }
.legend svg { display: inline-block; margin-right: .4rem; vertical-align: baseline; }
.bar.approved, .key.approved { fill: var(--approved); } .bar.declined, .key.declined { fill: var(--declined); }
.bar.pending, .key.pending { fill: var(--pending); } .bar.refused, .key.refused { fill: var(--refused); }
.bar.failed, .key.failed { fill: var(--failed); } .bar.done, .key.done { fill: var(--done); }
summary { cursor: pointer; } summary h2, summary h3 { display: inline; }
.section > summary { margin-top: 1.5rem; } .finding > summary { padding: .25rem 0; }
nav ul { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: 1rem 0 0; padding: 0; }
a { color: var(--accent); }
.badge { border-radius: 1rem; display: inline-block; font-size: .8rem; font-weight: 600; padding: .05rem .5rem; background: var(--ground); color: var(--soft-ink); }
.badge.approved { background: var(--good-ground); color: var(--good); }
.badge.declined { background: var(--note-ground); color: var(--note-ink); }
.badge.pending { background: var(--wait-ground); color: var(--wait); }
.badge.refused { background: var(--bad-ground); color: var(--bad); }
.badge.failed { background: var(--bad); color: var(--sheet); }
.evidence { border-top: 1px solid var(--line); color: var(--ink); margin-top: .5rem; padding-top: .4rem; }
.evidence summary { overflow-wrap: anywhere; }
.evidence ul { margin: .25rem 0; padding-left: 1.25rem; overflow-wrap: anywhere; }
.beside { display: grid; gap: .75rem; grid-template-columns: repeat(auto-fit, minmax(min(100%, 18rem), 1fr)); }
.beside figure { min-width: 0; } figcaption { color: var(--soft-ink); font-size: .85rem; }
pre { background: var(--ground); border-radius: .3rem; font: .82rem/1.45 ui-monospace, monospace; margin: .25rem 0; max-height: 22rem;
  overflow: auto; padding: .6rem; }
footer { border-top: 1px solid var(--line); color: var(--soft-ink); font-size: .85rem; margin-top: 2.5rem; padding-top: .5rem; }
@media print {
  :root { color-scheme: light; --ground: #ffffff; --sheet: #ffffff; --ink: #000000; --soft-ink: #444444; --line: #999999;
    --bad: #b3261e; --bad-ground: #fdeceb; --good: #146c43; --good-ground: #e5f5ec; --wait: #1d4fa3; --wait-ground: #e4edfb;
    --note-ground: #fff4d6; --note-ink: #5c4300;
    --approved: #1b7f51; --declined: #b87400; --pending: #2f6fd0; --refused: #e0564b; --failed: #8c1410; --done: #7d8499; }
  body { margin: 0; max-width: none; }
  * { print-color-adjust: exact; }
  .issue, figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; }
  .scroll { overflow: visible; } th, td { overflow-wrap: anywhere; }
  details::details-content { block-size: auto; content-visibility: visible; }
}
`;
