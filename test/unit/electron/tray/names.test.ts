import { describe, expect, it } from 'vitest'
import { menuName, menuNames } from '../../../../electron/tray/names.ts'
import { appState, panelView } from '../../../fixtures/app-state.ts'
import { serverView } from '../../../fixtures/server-view.ts'

describe('menuName', () => {
  it.each([
    ['Creative & Plots', 'Creative && Plots'],
    ['&&', '&&&&'],
    ['x'.repeat(41), `${'x'.repeat(39)}…`],
    ['🎮'.repeat(41), `${'🎮'.repeat(39)}…`],
    [`${'x'.repeat(38)}&&&`, `${'x'.repeat(38)}&&…`],
    ['a\tb\nc', 'a b c'],
    ['\u202eevil\u202c', 'evil'],
    ['שרת', '\u2068שרת\u2069'],
  ])('%j', (name, shown) => expect(menuName(name)).toBe(shown))
})

it('the names of servers are escaped in menus, with what tells them apart', () => {
  const panels = [panelView(), panelView({ id: 'club', name: 'Club & Co' })]
  const servers = ['home', 'club'].map((panelId) => serverView({ name: 'A', identifier: 'aaaaaaa1', panelId }))
  const nameOf = menuNames(appState({ panels, servers }))
  expect(servers.map(({ ref }) => nameOf(ref))).toEqual(['A (Home panel)', 'A (Club && Co)'])
})
