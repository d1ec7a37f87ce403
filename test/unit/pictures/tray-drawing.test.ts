import { expect, it } from 'vitest'
import type { MenuItemView } from '../../e2e/app.ts'
import { trayPage } from '../../pictures/tray-drawing.ts'

const item = (label: string, more: Partial<MenuItemView> = {}): MenuItemView => ({
  id: 1,
  label,
  sublabel: '',
  type: 'normal',
  enabled: true,
  visible: true,
  checked: false,
  submenu: [],
  ...more,
})

const draw = (menu: readonly MenuItemView[], open = '', over = '') =>
  trayPage({ scheme: 'light', menu, open, over, time: '14:04' }).replace(/<style>.*<\/style>/s, '')

it.each([
  ['what cannot be chosen in grey', item('9 running', { enabled: false }), '<div class=" off">9 running</div>'],
  ['a separator as a line', item('', { type: 'separator' }), '<hr>'],
  ['an ampersand that is part of a name', item('Creative && Plots'), 'Creative &#38; Plots</div>'],
  ['a letter to press without its mark', item('&Quit'), '>Quit</div>'],
  ['a name that looks like a tag as text', item('<b>"x"'), '&#60;b&#62;&#34;x&#34;</div>'],
])('draws %s', (_what, one, drawn) => {
  expect(draw([one])).toContain(drawn)
})

it('draws no item that is hidden', () => {
  expect(draw([item('Secret', { visible: false })])).not.toContain('Secret')
})

it('opens a submenu beside its item, below what stands above it', () => {
  const survival = item('Survival', { submenu: [item('Restart'), item('Stop')] })
  const page = draw([item('9 running'), item('', { type: 'separator' }), survival], 'Survival', 'Restart')
  expect(page).toContain('--submenu-top: 36px')
  expect(page).toContain('<div class="on ">Restart</div><div class=" ">Stop</div>')
  expect(page).toContain('<div class="on ">Survival<i>▸</i></div>')
})
