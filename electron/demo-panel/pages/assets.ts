/** The panel's one style sheet, in the look of the app: light and dark follow the system. */
export const style = `
:root {
  color-scheme: light dark;
  --font: system-ui, -apple-system, "Segoe UI", "Inter", "Noto Sans", sans-serif;
  --mono: ui-monospace, "SF Mono", "Cascadia Mono", "JetBrains Mono", "DejaVu Sans Mono", monospace;
  --bg: light-dark(#f6f7f8, #15181c); --surface: light-dark(#fff, #1b1f24); --hover: light-dark(#f0f2f4, #232930);
  --line: light-dark(#dfe3e7, #2c333b); --line-strong: light-dark(#c6ccd2, #404953); --field: light-dark(#858e98, #6b7682);
  --text: light-dark(#16191d, #eceff2); --text-2: light-dark(#4d5660, #b3bcc6); --text-3: light-dark(#626b76, #949ea9);
  --accent: light-dark(#2557d6, #7aa2ff); --on-accent: light-dark(#fff, #0d1526);
  --busy: light-dark(#8a5a00, #e0ac4a); --busy-soft: light-dark(#fdf3df, #33290f);
  --bad: light-dark(#b3261e, #ff7b72); --bad-soft: light-dark(#fdeceb, #3a1f1e);
  --shadow: 0 8px 28px light-dark(#141a2229, #0000008c), 0 1px 3px light-dark(#141a221a, #ffffff0d);
}
* { box-sizing: border-box; margin: 0; }
html { height: 100%; }
body {
  min-height: 100%; font: 13px/1.45 var(--font); color: var(--text); background: var(--surface);
  -webkit-font-smoothing: antialiased; font-variant-numeric: tabular-nums;
}
:focus-visible { outline: 2px solid var(--accent); outline-offset: 1px; }
.top {
  display: flex; align-items: center; gap: 8px; height: 44px; padding: 0 12px;
  border-bottom: 1px solid var(--line); background: var(--bg); font-weight: 650; letter-spacing: -.01em;
}
.top small { font-weight: 400; font-size: 12px; color: var(--text-3); letter-spacing: 0; margin-left: auto; }
main { padding: 24px 32px 48px; max-width: 812px; margin: 0 auto; }
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
input[type='text'], textarea {
  width: 100%; min-height: 32px; border: 1px solid var(--field); border-radius: 5px; background: var(--surface);
  color: var(--text); padding: 6px 10px; font: 13px/1.45 var(--font);
}
input[type='text'] { height: 32px; }
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
@media (max-width: 640px) {
  main { padding: 16px; }
  .key { grid-template-columns: 1fr; }
  .dialog { padding: 20px; }
}
`

/** The panel's mark. */
export const favicon = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 18 18" fill="none" stroke="#2557d6" stroke-width="1.6" stroke-linejoin="round"><rect x="2" y="3" width="14" height="5" rx="1.5"/><rect x="2" y="10" width="14" height="5" rx="1.5"/><path d="M5 5.5h0M5 12.5h0" stroke-linecap="round" stroke-width="2"/></svg>`

/**
 * The pages' script; they work without it. A button copies; ticking the wider of two permissions ticks the narrower,
 * and clearing the narrower clears the wider.
 */
export const script = `
for (const button of document.querySelectorAll('[data-copies]')) {
  const source = document.getElementById(button.dataset.copies)
  button.hidden = false
  button.addEventListener('click', async () => {
    try {
      await navigator.clipboard.writeText(source.textContent)
      button.textContent = 'Copied'
    } catch {
      getSelection().selectAllChildren(source)
      button.textContent = 'Selected: copy it with the keyboard'
    }
  })
}
for (const wider of document.querySelectorAll('[data-brings]')) {
  const narrower = wider.form.querySelector('[name=permission][value=' + wider.dataset.brings + ']')
  wider.addEventListener('change', () => {
    if (wider.checked) narrower.checked = true
  })
  narrower.addEventListener('change', () => {
    if (!narrower.checked) wider.checked = false
  })
}
`
