import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import type { MenuItemView } from '../e2e/app.ts'

/** A tray menu to draw: the system draws it on a real desktop, so no picture of it can be taken from the app. */
export type TrayDrawing = {
  readonly scheme: 'light' | 'dark'
  readonly menu: readonly MenuItemView[]
  /** The label of the item whose submenu is open. */
  readonly open: string
  /** The label in that submenu that the pointer is over. */
  readonly over: string
  /** What the clock beside the tray shows. */
  readonly time: string
}

const iconOf = (scheme: TrayDrawing['scheme']) =>
  readFileSync(fileURLToPath(new URL(`../../build/icons/tray/ok-${scheme}-22@2x.png`, import.meta.url)), 'base64')

const escaped = (text: string) => text.replace(/[&<>"]/g, (character) => `&#${character.charCodeAt(0)};`)

/** Menus write a letter to press as `&x`, and a real ampersand as `&&`. */
const withoutMnemonics = (label: string) => label.replace(/&(.)/g, '$1')

function itemLine({ label, type, enabled, visible, submenu }: MenuItemView, chosen: string): string {
  if (!visible) return ''
  if (type === 'separator') return '<hr>'
  const state = [label === chosen ? 'on' : '', enabled ? '' : 'off'].join(' ')
  const arrow = submenu.length > 0 ? '<i>▸</i>' : ''
  return `<div class="${state}">${escaped(withoutMnemonics(label))}${arrow}</div>`
}

const style = `
:root { --bar: #e9ecef; --desktop: #cfd6de; --raised: #ffffff; --text: #16191d; --dim: #626b76; --line: #dfe3e7; --on: #2557d6; --on-text: #ffffff }
[data-scheme=dark] { --bar: #23282e; --desktop: #0e1114; --raised: #242a31; --text: #eceff2; --dim: #949ea9; --line: #3a424b; --on: #7aa2ff; --on-text: #0d1526 }
* { box-sizing: border-box; margin: 0 }
body { width: 980px; height: 640px; position: relative; overflow: hidden; background: var(--desktop); color: var(--text); font: 13px/27px system-ui, sans-serif }
header { height: 30px; background: var(--bar); display: flex; justify-content: flex-end; align-items: center; gap: 14px; padding: 0 14px }
header img { height: 22px; padding: 0 6px; box-sizing: content-box; border-radius: 4px; background: color-mix(in srgb, var(--text) 12%, transparent) }
main { position: absolute; top: 34px; right: 60px; display: flex; flex-direction: row-reverse; align-items: flex-start; gap: 4px }
section { background: var(--raised); border-radius: 8px; padding: 5px; box-shadow: 0 8px 28px rgb(0 0 0 / .25); white-space: nowrap }
section + section { margin-top: var(--submenu-top) }
div { display: flex; justify-content: space-between; gap: 24px; padding: 0 10px; border-radius: 5px; height: 27px }
.off { color: var(--dim) } .on { background: var(--on); color: var(--on-text) } i { font-style: normal }
hr { border: 0; border-top: 1px solid var(--line); margin: 4px 6px }
`

/** The page of a desktop, 980 by 640 pixels, whose tray menu is open as the app made it. */
export function trayPage({ scheme, menu, open, over, time }: TrayDrawing): string {
  const opened = menu.find(({ label }) => label === open)
  const before = menu
    .slice(
      0,
      menu.findIndex(({ label }) => label === open),
    )
    .filter(({ visible }) => visible)
  const top = before.reduce((height, { type }) => height + (type === 'separator' ? 9 : 27), 0)
  const lines = (items: readonly MenuItemView[], chosen: string) =>
    `<section>${items.map((item) => itemLine(item, chosen)).join('')}</section>`
  return `<!doctype html><html data-scheme="${scheme}"><meta charset="utf-8"><style>${style}</style>
<body><header><img src="data:image/png;base64,${iconOf(scheme)}"><span>${time}</span></header>
<main style="--submenu-top: ${top}px">${lines(menu, open)}${lines(opened?.submenu ?? [], over)}</main>`
}
