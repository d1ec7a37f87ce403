/** A tray's menu in the hands of a person, on each system. */
import { describe, expect, it } from 'vitest'
import { createMenu, type MenuStandIn } from './menu.ts'
import { openMenu } from './open-menu.ts'

const systems = ['darwin', 'win32', 'linux'] as const
type System = (typeof systems)[number]

const { buildFromTemplate } = createMenu({ quit() {}, getName: () => 'Fixture' }, () => {})

/** A menu with two submenus, and all that it and they tell. */
function menuOf(told: string[] = []): MenuStandIn {
  const submenu = (name: string) => ({ label: name, submenu: [{ label: 'Restart', click: () => told.push(name) }] })
  const menu = buildFromTemplate([submenu('A'), submenu('B'), { label: 'Quit', click: () => told.push('Quit') }])
  const all = [
    ['menu', menu],
    ...menu.items.flatMap(({ label, submenu }) => (submenu ? [[label, submenu] as const] : [])),
  ] as const
  for (const [name, one] of all) {
    one.on('menu-will-show', () => told.push(`${name} shows`))
    one.on('menu-will-close', () => told.push(`${name} closes`))
  }
  return menu
}

function opened(system: System, ...path: readonly string[]) {
  const told: string[] = []
  const open = openMenu(menuOf(told), system)
  open.goTo(path)
  return { open, told }
}

describe('what an app is told', () => {
  it.each<[System, string[]]>([
    ['darwin', ['menu shows', 'menu shows', 'menu closes', 'menu shows', 'menu closes']],
    ['win32', ['menu shows', 'A shows', 'A closes', 'B shows', 'B closes', 'menu closes']],
    ['linux', ['A shows', 'B shows']],
  ])('while a person goes from one submenu to the next, and away: %s', (system, expected) => {
    const { open, told } = opened(system, 'A')
    open.goTo(['B'])
    open.close()
    expect(told).toEqual(expected)
  })

  it.each<[System, string[]]>([
    ['darwin', ['menu shows', 'menu closes']],
    ['win32', ['menu shows', 'menu closes']],
    ['linux', []],
  ])('of a menu with no submenu open: %s', (system, expected) => {
    const { open, told } = opened(system)
    open.close()
    expect(told).toEqual(expected)
  })
})

describe('a click', () => {
  it.each(systems)('comes after the word that the menu closes, and from the item that was seen: %s', (system) => {
    const { open, told } = opened(system, 'A')
    open.choose('Restart')?.()
    expect(told.at(-1)).toBe('A')
  })

  it.each(systems)('on what is not there or disabled is refused: %s', (system) => {
    expect(() => opened(system).open.choose('Kill')).toThrow('no menu item "Kill"; there are: A, B, Quit')
    const disabled = buildFromTemplate([{ label: 'Headline', enabled: false }])
    expect(() => openMenu(disabled, system).choose('Headline')).toThrow('the menu item "Headline" is disabled')
  })
})

describe('a menu that is set while one is open', () => {
  it('shuts it on macOS', () => {
    const { open, told } = opened('darwin', 'A')
    expect(open.replaced(menuOf())).toBe(false)
    expect(told.at(-1)).toBe('menu closes')
  })

  it('leaves it standing on macOS where a submenu’s end was told as its own, and swallows the click', () => {
    const { open, told } = opened('darwin', 'A')
    open.goTo([])
    expect(told.at(-1)).toBe('menu closes')
    expect(open.replaced(menuOf())).toBe(true)
    expect(open.choose('Quit')).toBeNull()
  })

  it('swallows a click on macOS that it comes in between with', () => {
    const told: string[] = []
    const menu = menuOf(told)
    const open = openMenu(menu, 'darwin')
    menu.on('menu-will-close', () => open.replaced(menuOf()))
    expect(open.choose('Quit')).toBeNull()
    expect(told).not.toContain('Quit')
  })

  it('changes nothing for it on Windows', () => {
    const { open, told } = opened('win32', 'A')
    expect(open.replaced(menuOf())).toBe(true)
    expect(open.path()).toEqual(['A'])
    open.choose('Restart')?.()
    expect(told.at(-1)).toBe('A')
  })

  it('closes its submenus on Linux and drops a click on an old number, until the person opens one again', () => {
    const { open, told } = opened('linux', 'A')
    const next: string[] = []
    expect(open.replaced(menuOf(next))).toBe(true)
    expect([open.path(), open.choose('Restart')]).toEqual([[], null])
    open.goTo(['A'])
    open.choose('Restart')?.()
    expect([told, next]).toEqual([['A shows'], ['A shows', 'A']])
  })
})
