/** Colours of the charts are told apart by neighbours and by the legend's order, and are 3:1 to both backgrounds. */
export const STYLE = `
:root {
  color-scheme: light dark;
  --back: #ffffff; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --panel: #f6f8fa;
  --error: #a40e26; --warning: #7a4d00; --note: #0a558c; --good: #116329;
  --k0: #0b6bb5; --k1: #c25e00; --k2: #00805f; --k3: #b0478f;
  --k4: #3487b8; --k5: #a3282c; --k6: #7a6a00; --k7: #6b7280;
}
@media (prefers-color-scheme: dark) {
  :root {
    --back: #14181d; --text: #e6e9ed; --soft: #9aa4b0; --line: #3a424c; --panel: #1d232a;
    --error: #ff8f8f; --warning: #f0b75a; --note: #7cc0ff; --good: #6fd48b;
    --k0: #5aa9f0; --k1: #f0a04b; --k2: #3fc79a; --k3: #e58ac5;
    --k4: #9bdcff; --k5: #ff8080; --k6: #d9c64a; --k7: #9aa4b0;
  }
}
* { box-sizing: border-box; }
body { background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif;
  margin: 2rem auto; max-width: 62rem; padding: 0 1rem; }
h1 { font-size: 1.6rem; margin: 0; } h2 { font-size: 1.2rem; margin: 2rem 0 .5rem; }
h3 { font-size: 1rem; margin: 0; }
p { margin: .25rem 0; overflow-wrap: anywhere; }
.soft { color: var(--soft); }
.verdict { border-left: .4rem solid; margin: 1rem 0; padding: .5rem 1rem; background: var(--panel); }
.verdict strong { text-transform: uppercase; }
.passed, .good { color: var(--good); } .failed, .error { color: var(--error); }
.warning, .skipped { color: var(--warning); } .note { color: var(--note); }
.verdict span { color: var(--text); }
.tiles { display: flex; flex-wrap: wrap; gap: .75rem; list-style: none; margin: 0; padding: 0; }
.tiles li { background: var(--panel); border: 1px solid var(--line); border-radius: .4rem; min-width: 7rem;
  padding: .5rem .9rem; }
.tiles b { display: block; font-size: 1.6rem; line-height: 1.2; }
.issue { border: 1px solid var(--line); border-left: .3rem solid; border-radius: .3rem; margin: .6rem 0;
  padding: .5rem .9rem; }
.issue > * { color: var(--text); } .issue .soft { color: var(--soft); }
.issue h3 b { text-transform: uppercase; font-size: .85rem; }
.issue.error h3 b { color: var(--error); } .issue.warning h3 b { color: var(--warning); }
.issue.note h3 b { color: var(--note); }
code { font: .9em ui-monospace, monospace; overflow-wrap: anywhere; }
.scroll { overflow-x: auto; }
.scroll:focus-visible, summary:focus-visible { outline: 3px solid var(--note); }
table { border-collapse: collapse; font-size: .92rem; min-width: 50%; }
/* The heading above says the same to those who see it. */
caption { clip-path: inset(50%); height: 1px; overflow: hidden; position: absolute; white-space: nowrap; width: 1px; }
th, td { border-bottom: 1px solid var(--line); padding: .3rem .7rem .3rem 0; text-align: left;
  vertical-align: top; overflow-wrap: break-word; }
thead th { border-bottom: 2px solid var(--line); } tbody th { font-weight: 400; }
.number { font-variant-numeric: tabular-nums; text-align: right; }
figure { margin: 0; } figure > svg { display: block; height: auto; width: 100%; }
.grid { stroke: var(--line); stroke-width: 1; } .axis { fill: var(--soft); font-size: 12px; }
.bar { stroke: var(--back); stroke-width: 1; }
.legend { display: flex; flex-wrap: wrap; gap: .25rem 1.25rem; list-style: none; margin: .5rem 0; padding: 0; }
.legend svg { display: inline-block; margin-right: .4rem; vertical-align: baseline; }
.k0 { fill: var(--k0); } .k1 { fill: var(--k1); } .k2 { fill: var(--k2); } .k3 { fill: var(--k3); }
.k4 { fill: var(--k4); } .k5 { fill: var(--k5); } .k6 { fill: var(--k6); } .k7 { fill: var(--k7); }
summary { cursor: pointer; }
footer { border-top: 1px solid var(--line); color: var(--soft); font-size: .85rem; margin-top: 2.5rem; padding-top: .5rem; }
@media print {
  :root { color-scheme: light; --back: #ffffff; --text: #000000; --soft: #444444; --line: #999999; --panel: #ffffff;
    --error: #a40e26; --warning: #7a4d00; --note: #0a558c; --good: #116329;
    --k0: #0b6bb5; --k1: #c25e00; --k2: #00805f; --k3: #b0478f;
    --k4: #3487b8; --k5: #a3282c; --k6: #7a6a00; --k7: #6b7280; }
  body { margin: 0; max-width: none; }
  * { print-color-adjust: exact; }
  .issue, figure, tr { break-inside: avoid; } h2, h3 { break-after: avoid; } thead { display: table-header-group; }
  .scroll { overflow: visible; } th, td { overflow-wrap: anywhere; }
  details::details-content { block-size: auto; content-visibility: visible; }
}
`;
