/** The panel's one style sheet, in the look of the app: light and dark follow the system. */
export const style = `
:root {
  color-scheme: light dark;
  --font: system-ui, -apple-system, "Segoe UI", "Inter", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", monospace;
  --bg: #f6f7f8; --surface: #fff; --hover: #f0f2f4; --select: #e6edfb; --line: #dfe3e7; --line-strong: #c6ccd2;
  --field: #858e98; --text: #16191d; --text-2: #4d5660; --text-3: #626b76; --accent: #2557d6; --on-accent: #fff;
  --accent-soft: #e3ebfd; --ok: #17713a; --busy: #8a5a00; --bad: #b3261e; --idle: #5d6670; --bad-soft: #fdeceb;
  --busy-soft: #fdf3df; --shadow: 0 8px 28px rgba(20, 26, 34, .16), 0 1px 3px rgba(20, 26, 34, .1);
  --term-bg: #fbfbfc; --term: #24292f;
}
@media (prefers-color-scheme: dark) {
  :root {
    --bg: #15181c; --surface: #1b1f24; --hover: #232930; --select: #22304d; --line: #2c333b; --line-strong: #404953;
    --field: #6b7682; --text: #eceff2; --text-2: #b3bcc6; --text-3: #949ea9; --accent: #7aa2ff; --on-accent: #0d1526;
    --accent-soft: #1f2d4d; --ok: #56c47c; --busy: #e0ac4a; --bad: #ff7b72; --idle: #9aa4ae; --bad-soft: #3a1f1e;
    --busy-soft: #33290f; --shadow: 0 10px 32px rgba(0, 0, 0, .55), 0 0 0 1px rgba(255, 255, 255, .05);
    --term-bg: #111418; --term: #d5dbe1;
  }
}
* { box-sizing: border-box; margin: 0; }
html { height: 100%; }
body {
  min-height: 100%; font: 13px/1.45 var(--font); color: var(--text); background: var(--surface);
  -webkit-font-smoothing: antialiased; font-variant-numeric: tabular-nums;
}
a { color: var(--accent); text-underline-offset: 2px; }
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.frame { display: grid; grid-template: 44px 1fr / 176px 1fr; min-height: 100vh; }
.top {
  grid-column: 1 / -1; display: flex; align-items: center; gap: 8px; padding: 0 12px;
  border-bottom: 1px solid var(--line); background: var(--bg); font-weight: 650; letter-spacing: -.01em;
}
.top small { font-weight: 400; font-size: 12px; color: var(--text-3); letter-spacing: 0; margin-left: auto; }
.side { border-right: 1px solid var(--line); background: var(--bg); padding: 8px; display: flex; flex-direction: column; gap: 1px; }
.side a { display: flex; align-items: center; min-height: 28px; padding: 0 8px; border-radius: 5px; color: var(--text-2); text-decoration: none; }
.side a:hover { background: var(--hover); }
.side a[aria-current] { background: var(--select); color: var(--text); font-weight: 560; }
.side b { margin-left: auto; font-weight: 400; color: var(--text-3); font-size: 12px; }
main { padding: 24px 32px 48px; max-width: 812px; min-width: 0; }
.bare { display: grid; place-items: center; min-height: 100vh; padding: 24px; background: var(--bg); }
.bare main { padding: 0; width: min(560px, 100%); }
h1 { font: 620 20px/1.25 var(--font); letter-spacing: -.015em; }
h2 { font: 620 15px/1.3 var(--font); }
.lead { color: var(--text-2); max-width: 62ch; margin-top: 4px; }
.titled { display: flex; gap: 16px; align-items: flex-start; justify-content: space-between; margin-bottom: 20px; }
.card { border: 1px solid var(--line); border-radius: 12px; background: var(--surface); padding: 16px; }
.cards { display: grid; gap: 10px; padding: 0; list-style: none; }
.dialog { border-radius: 12px; box-shadow: var(--shadow); background: var(--surface); padding: 24px; display: grid; gap: 16px; }
.key { display: grid; grid-template-columns: 1fr auto; gap: 8px 16px; }
.key h2 { font-size: 13px; overflow-wrap: anywhere; }
.facts { grid-column: 1 / -1; display: grid; grid-template-columns: auto 1fr; gap: 3px 16px; font-size: 12px; }
.facts dt { color: var(--text-3); }
.facts dd { margin: 0; overflow-wrap: anywhere; }
.actions { display: flex; gap: 6px; align-items: flex-start; flex-wrap: wrap; }
.button {
  min-height: 28px; padding: 0 10px; border-radius: 5px; border: 1px solid var(--line-strong); background: var(--surface);
  color: var(--text); font: 540 12px var(--font); display: inline-flex; align-items: center; white-space: nowrap;
  text-decoration: none; cursor: pointer;
}
.button:hover { background: var(--hover); }
.go { background: var(--accent); border-color: transparent; color: var(--on-accent); }
.go:hover { background: color-mix(in srgb, var(--accent) 88%, var(--text)); }
.bad { color: var(--bad); border-color: color-mix(in srgb, var(--bad) 45%, var(--line)); }
form { display: grid; gap: 20px; }
.dialog form { display: flex; gap: 8px; justify-content: flex-end; }
fieldset { border: 0; padding: 0; min-width: 0; display: grid; gap: 6px; }
legend, .label { font-weight: 560; font-size: 12px; line-height: 18px; padding: 0; }
legend { margin-bottom: 6px; }
.field { display: grid; gap: 4px; }
.hint { color: var(--text-3); font-size: 12px; }
input[type='text'], textarea, select {
  width: 100%; min-height: 32px; border: 1px solid var(--field); border-radius: 5px; background: var(--surface);
  color: var(--text); padding: 6px 10px; font: 13px/1.45 var(--font);
}
input[type='text'], select { height: 32px; }
textarea { font: 12.5px/1.5 var(--mono); resize: vertical; }
.tick { display: grid; grid-template-columns: 18px 1fr; gap: 1px 8px; align-items: center; align-content: start; padding: 4px 0; }
.tick small { grid-column: 2; color: var(--text-3); font-size: 12px; }
input[type='checkbox'], input[type='radio'] { accent-color: var(--accent); margin: 0; width: 16px; height: 16px; }
.ticks { display: grid; grid-template-columns: repeat(auto-fill, minmax(260px, 1fr)); gap: 2px 16px; }
.indent { padding: 4px 0 4px 26px; }
fieldset:has(input[value='all']:checked) .indent { display: none; }
[hidden] { display: none !important; }
.first { position: absolute; width: 1px; height: 1px; overflow: hidden; clip-path: inset(50%); border: 0; padding: 0; }
.note { border-radius: 8px; padding: 9px 12px; font-size: 12px; background: var(--busy-soft); color: var(--busy); }
.note b { display: block; font-weight: 600; }
.note.wrong { background: var(--bad-soft); color: var(--bad); margin-bottom: 16px; }
.token { font: 13px/1.5 var(--mono); padding: 10px 12px; border: 1px solid var(--field); border-radius: 5px; overflow-wrap: anywhere; user-select: all; }
.empty { border: 1px dashed var(--line-strong); border-radius: 12px; padding: 32px; text-align: center; color: var(--text-2); }
table { width: 100%; border-collapse: collapse; margin-bottom: 24px; }
th { text-align: left; font-size: 11px; font-weight: 600; color: var(--text-3); height: 28px; }
th, td { border-bottom: 1px solid var(--line); padding: 0 8px; white-space: nowrap; }
td { height: 40px; }
td:first-child { width: 100%; max-width: 0; overflow: hidden; text-overflow: ellipsis; }
td a { color: var(--text); font-weight: 540; text-decoration: none; }
td a:hover { text-decoration: underline; }
td.id, dd.id { font: 12px var(--mono); color: var(--text-3); }
.titled > .state { flex: none; min-height: 25px; }
.tabs { display: flex; gap: 20px; margin-bottom: 20px; border-bottom: 1px solid var(--line); }
.tabs a { padding: 6px 0; margin-bottom: -1px; border-bottom: 2px solid transparent; color: var(--text-2); text-decoration: none; }
.tabs a:hover { color: var(--text); }
.tabs a[aria-current] { border-color: var(--accent); color: var(--text); font-weight: 560; }
.crumbs { margin-bottom: 8px; color: var(--text-3); overflow-wrap: anywhere; }
.crumbs b { color: var(--text); font-weight: 560; }
.crumbs a { color: var(--text-2); }
.about { margin: 0 0 8px; font-size: 12px; }
.mark { width: 16px; height: 16px; margin-right: 8px; color: var(--text-3); vertical-align: -3px; }
.state.good { color: var(--ok); }
.state.wrong { color: var(--bad); }
.state.busy { color: var(--busy); }
td.number, td.fact, td.aside { color: var(--text-2); font-size: 12px; }
.number, .fact { text-align: right; }
.state { display: inline-flex; align-items: center; gap: 7px; font-size: 12px; color: var(--text-2); vertical-align: middle; }
.state.running { color: var(--ok); }
.state.starting, .state.stopping { color: var(--busy); }
.state svg { width: 12px; height: 12px; color: inherit; }
.facts.card { grid-column: auto; margin-bottom: 24px; }
.term {
  background: var(--term-bg); color: var(--term); border: 1px solid var(--line); border-radius: 8px; padding: 10px 16px;
  font: 12px/18px var(--mono); overflow-x: auto; white-space: pre; min-height: 120px;
}
.row { display: grid; grid-template-columns: 1fr 160px auto; gap: 8px; align-items: end; }
.row .button { min-height: 32px; justify-content: center; }
@media (max-width: 640px) {
  .frame { grid-template: 44px auto 1fr / 1fr; }
  .side { border-right: 0; border-bottom: 1px solid var(--line); flex-direction: row; }
  .side b { margin-left: 6px; }
  main { padding: 16px; overflow-x: auto; }
  .row, .key { grid-template-columns: 1fr; }
  .number { display: none; }
  td.cell:first-child { max-width: 45vw; }
  .dialog { padding: 20px; }
}
`

/** The panel's mark. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18" fill="none" stroke="#2557d6" stroke-width="1.6" stroke-linejoin="round"><rect x="2" y="3" width="14" height="5" rx="1.5"/><rect x="2" y="10" width="14" height="5" rx="1.5"/><path d="M5 5.5h0M5 12.5h0" stroke-linecap="round" stroke-width="2"/></svg>`
