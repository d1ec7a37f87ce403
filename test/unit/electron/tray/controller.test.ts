import type { NativeImage } from 'electron'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { put, set, setApp } from '../../../../electron/state/updates.ts'
import { createTray } from '../../../../electron/tray/controller.ts'
import type { TrayCommand } from '../../../../electron/tray/menu.ts'
import { appError } from '../../../../shared/errors.ts'
import { refusedForMs } from '../../../../shared/keys/permission.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import { clockTime } from '../../../../shared/model/time-words.ts'
import { newsOfRefusalMs } from '../../../../shared/servers/attention.ts'
import type { AppState } from '../../../../shared/state/state-schema.ts'
import { appState, keyView } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

type Item = { readonly label?: string; readonly enabled?: boolean; click?: () => void; submenu?: FakeMenu }
type FakeMenu = { readonly items: readonly Item[]; emit(event: 'menu-will-show' | 'menu-will-close'): void }
type Template = readonly (Omit<Item, 'submenu'> & { readonly submenu?: Template })[]

const host = vi.hoisted(() => ({
  takesTrays: true,
  calls: [] as string[],
  guids: [] as unknown[],
  menu: { items: [], emit() {} } as FakeMenu,
  listeners: new Map<string, () => void>(),
}))

vi.mock('electron', () => {
  function buildFromTemplate(template: Template): FakeMenu & { on(event: string, listener: () => void): void } {
    const listeners: [string, () => void][] = []
    return {
      items: template.map(({ submenu, ...item }) => ({
        ...item,
        ...(submenu !== undefined && { submenu: buildFromTemplate(submenu) }),
      })),
      on: (event, listener) => void listeners.push([event, listener]),
      emit(event) {
        for (const [name, listener] of listeners) if (name === event) listener()
      },
    }
  }
  class Tray {
    constructor(...given: unknown[]) {
      if (!host.takesTrays) throw new Error('no tray here')
      host.calls.push('new')
      host.guids.push(given[1])
    }
    on(event: string, listener: () => void) {
      host.listeners.set(event, listener)
    }
    setImage() {
      host.calls.push('setImage')
    }
    setToolTip() {
      host.calls.push('setToolTip')
    }
    setContextMenu(menu: FakeMenu) {
      host.menu = menu
      host.calls.push('setContextMenu')
    }
    destroy() {
      host.calls.push('destroy')
    }
  }
  return { Menu: { buildFromTemplate }, Tray }
})

beforeEach(() => {
  host.takesTrays = true
  host.calls.length = 0
  host.guids.length = 0
  host.listeners.clear()
})

const drawn = ['setImage', 'setToolTip', 'setContextMenu']
const running = serverView({ state: 'running' })
const full = () => appState({ servers: [running] })

type Options = { platform?: NodeJS.Platform; isHidden?: boolean; guid?: string | null }

/** Windows by default, where a menu that is closed follows every change. */
function setUp({ platform = 'win32', isHidden = false, guid = null }: Options = {}) {
  const store = createStore(full())
  const clock = createFakeClock()
  let changeTheme = () => {}
  let tell = (_isThere: boolean) => {}
  const icons = {
    image: () => ({}) as NativeImage,
    onThemeChange(listener: () => void) {
      changeTheme = listener
      return () => {}
    },
  }
  const commands: TrayCommand[] = []
  const onMissing = vi.fn()
  const watchHost = (onChange: (isThere: boolean) => void) => {
    tell = onChange
    return { dispose: () => host.calls.push('unwatch') }
  }
  const tray = createTray({
    store,
    clock,
    log: createTestLog(),
    icons,
    platform,
    guid,
    run: (command) => commands.push(command),
    watchHost,
    isHidden,
    onMissing,
  })
  return {
    store,
    clock,
    tray,
    commands,
    onMissing,
    hostIs: (isThere: boolean) => tell(isThere),
    changeTheme: () => changeTheme(),
    isAvailable: () => store.get().app.trayAvailable,
    /** What a panel's answer changes: nobody here did anything. */
    rename: (name: string) => store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, name } } })),
  }
}

it('says in the state that this desktop takes no tray icon, and goes on without', async () => {
  host.takesTrays = false
  const { store, clock, tray, isAvailable } = setUp()
  expect(isAvailable()).toBe(false)
  store.update((state) => ({ ...state, servers: {} }))
  await clock.advance(1_000)
  tray.dispose()
  expect(host.calls).toEqual([])
})

it('draws only what changed, and nothing after its end', async () => {
  const { store, clock, tray, isAvailable } = setUp()
  expect(isAvailable()).toBe(true)
  expect(host.calls.splice(0)).toEqual(['new', ...drawn])
  store.update(setApp({ focus: null }))
  await clock.advance(1_000)
  expect(host.calls).toEqual([])
  store.update((state) => ({ ...state, servers: {} }))
  await clock.advance(200)
  expect(host.calls.splice(0)).toEqual(drawn)
  store.update(full)
  tray.dispose()
  await clock.advance(1_000)
  expect(host.calls).toEqual(['unwatch', 'destroy'])
})

it('looks at nothing anew for a change that it does not show', async () => {
  const { store, clock } = setUp()
  const resources = { cpuPercent: 12, memoryBytes: 2 ** 30, diskBytes: null, uptimeMs: 60_000 }
  store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, resources, observedAt: 1_000 } } }))
  expect(clock.pending()).toBe(0)
  store.update(setApp({ online: false }))
  expect(clock.pending()).toBe(1)
})

it('says when a restart comes, and sets nothing anew while it comes nearer', async () => {
  const { store, clock } = setUp()
  const zeroAt = clock.now() + 125_000
  store.update(put('plans', planView({ ref: running.ref, zeroAt })))
  await clock.advance(500)
  expect(host.menu.items[0]?.label).toBe(`Survival restarts ${clockTime(zeroAt)} · 1 running`)
  host.calls.length = 0
  await clock.advance(120_000)
  expect([host.calls, clock.pending()]).toEqual([[], 0])
})

it('draws at most five times in a second, and the last state at last', async () => {
  const { store, clock } = setUp()
  host.calls.length = 0
  for (let change = 0; change < 100; change += 1) {
    store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, name: `Name ${change}` } } }))
    await clock.advance(10)
  }
  const menus = host.calls.filter((call) => call === 'setContextMenu').length
  expect(menus).toBeGreaterThan(2)
  expect(menus).toBeLessThanOrEqual(5)
  // An Explorer that was started anew has lost the tooltip.
  expect(host.calls).toEqual(Array.from({ length: menus }, () => ['setToolTip', 'setContextMenu']).flat())
  await clock.advance(200)
  expect(host.menu.items.some(({ label }) => label?.startsWith('Name 99 '))).toBe(true)
})

it.each<[string, (now: number) => (state: AppState) => AppState, number]>([
  ['the mute', (now) => set('preferences', { ...defaultPreferences, muted: { until: now + 3_600_000 } }), 3_600_000],
  [
    'what a refusal says of a key',
    (now) =>
      set('keys', appState({ keys: [keyView({ learned: [{ permission: 'power', has: false, at: now }] })] }).keys),
    refusedForMs,
  ],
  [
    'the news of a refused action',
    (now) => {
      const action = powerAction({ phase: 'refused', error: appError('panel-refused'), changedAt: now })
      return set('servers', { [running.ref]: { ...running, action } })
    },
    newsOfRefusalMs,
  ],
])('takes %s out of the menu when its time is over, with nothing else happening', async (_, change, ms) => {
  const { store, clock } = setUp()
  const menu = () => JSON.stringify(host.menu.items)
  store.update(change(clock.now()))
  await clock.advance(200)
  const shown = menu()
  await clock.advance(ms - 1_000)
  expect(menu()).toBe(shown)
  await clock.advance(1_000)
  expect([menu() === shown, clock.pending()]).toEqual([false, 0])
})

it('runs what is clicked, and redraws the icon for another theme', () => {
  const { commands, changeTheme } = setUp()
  host.menu.items.find(({ label }) => label === 'Quit')?.click?.()
  expect(commands).toEqual([{ kind: 'quit' }])
  host.calls.length = 0
  changeTheme()
  expect(host.calls).toEqual(['setImage'])
})

it('takes no click on what is disabled, which macOS may let through', () => {
  setUp()
  const disabled = host.menu.items
    .flatMap(({ submenu }) => submenu?.items ?? [])
    .filter(({ enabled }) => enabled === false)
  expect(disabled.map(({ label, click }) => [label, click])).toEqual([['Start (already running)', undefined]])
})

it('gives the system a name to know the icon by, where there is one', () => {
  setUp({ guid: 'some-guid' })
  setUp({ guid: null })
  expect(host.guids).toEqual(['some-guid', undefined])
})

const isNamed = (name: string) => host.menu.items.some(({ label }) => label?.startsWith(`${name}  ·`))

describe.each(['darwin', 'win32'] as const)('an open menu on %s', (platform) => {
  it('is not replaced, while icon and tooltip go on; the newest state shows when it has closed', async () => {
    const { store, clock, rename } = setUp({ platform })
    const { menu } = host
    menu.emit('menu-will-show')
    host.calls.length = 0
    rename('Second')
    await clock.advance(60_000)
    store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, name: 'Third', state: 'offline' } } }))
    await clock.advance(60_000)
    expect([host.menu, host.calls]).toEqual([menu, ['setImage', 'setToolTip']])
    menu.emit('menu-will-close')
    // The click that closes it may still be on its way.
    expect(host.menu).toBe(menu)
    await clock.advance(10_000)
    expect([isNamed('Third'), clock.pending()]).toEqual([true, 0])
  })

  it('is replaced soon after an item of it was chosen', async () => {
    const { clock, rename, commands } = setUp({ platform })
    const { menu } = host
    menu.emit('menu-will-show')
    rename('Second')
    await clock.advance(1_000)
    menu.emit('menu-will-close')
    menu.items.find(({ label }) => label === 'Settings…')?.click?.()
    expect(commands).toEqual([{ kind: 'open-settings' }])
    await clock.advance(200)
    expect(isNamed('Second')).toBe(true)
  })
})

it('on macOS a submenu that closes says nothing of the menu; what is newest is set as the icon is pressed', async () => {
  const { clock, rename } = setUp({ platform: 'darwin' })
  const { menu } = host
  for (const event of ['menu-will-show', 'menu-will-show', 'menu-will-close'] as const) menu.emit(event)
  rename('Second')
  await clock.advance(9_000)
  expect(host.menu).toBe(menu)
  host.listeners.get('click')?.()
  expect(isNamed('Second')).toBe(true)
})

describe('the menu on Linux', () => {
  it('changes once in ten seconds, and the tooltip with it; the icon at once', async () => {
    const { store, clock, rename } = setUp({ platform: 'linux' })
    await clock.advance(5_000)
    rename('Second')
    await clock.advance(5_000)
    expect(isNamed('Second')).toBe(true)
    host.calls.length = 0
    store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, name: 'Third', state: 'offline' } } }))
    await clock.advance(9_000)
    expect([host.calls.splice(0), isNamed('Second')]).toEqual([['setImage'], true])
    await clock.advance(1_000)
    expect([host.calls, isNamed('Third')]).toEqual([['setToolTip', 'setContextMenu'], true])
  })

  it('follows what a person does at once', async () => {
    const { store, clock, rename } = setUp({ platform: 'linux' })
    await clock.advance(20_000)
    rename('Second')
    await clock.advance(200)
    store.update(set('preferences', { ...defaultPreferences, pinned: [running.ref] }))
    rename('Third')
    await clock.advance(200)
    expect(isNamed('Third')).toBe(true)
  })

  it('waits for who has just opened a submenu', async () => {
    const { clock, rename } = setUp({ platform: 'linux' })
    await clock.advance(20_000)
    host.menu.items.find(({ submenu }) => submenu)?.submenu?.emit('menu-will-show')
    rename('Second')
    await clock.advance(9_000)
    expect(isNamed('Second')).toBe(false)
    await clock.advance(1_000)
    expect(isNamed('Second')).toBe(true)
  })
})

it.each([
  ['linux', [{ kind: 'open-window' }]],
  ['win32', [{ kind: 'open-window' }]],
  ['darwin', []],
] as const)('a click on the icon opens the window, but not on macOS: %s', (platform, expected) => {
  const { commands } = setUp({ platform })
  host.listeners.get('click')?.()
  expect(commands).toEqual(expected)
})

it('without a tray host says so at once, and puts the icon up anew when one comes', async () => {
  const { hostIs, isAvailable, onMissing } = setUp()
  host.calls.length = 0
  hostIs(false)
  expect([isAvailable(), onMissing.mock.calls.length, host.calls]).toEqual([false, 1, []])
  hostIs(true)
  expect([isAvailable(), host.calls.splice(0)]).toEqual([true, ['destroy', 'new', ...drawn]])
})

it('leaves an icon that was shown alone when the host comes back: Electron offers it again by itself', async () => {
  const { clock, hostIs } = setUp()
  hostIs(true)
  host.calls.length = 0
  hostIs(false)
  await clock.advance(60_000)
  hostIs(true)
  await clock.advance(60_000)
  expect(host.calls).toEqual([])
})

it('waits for a tray host that went, as a panel that starts anew is soon back', async () => {
  const { clock, hostIs, isAvailable, onMissing } = setUp()
  hostIs(true)
  hostIs(false)
  await clock.advance(9_000)
  hostIs(true)
  await clock.advance(60_000)
  expect([isAvailable(), onMissing.mock.calls.length]).toEqual([true, 0])
  hostIs(false)
  await clock.advance(10_000)
  // It is known to be gone, but no window comes up: the screen may be locked.
  expect([isAvailable(), onMissing.mock.calls.length]).toEqual([false, 0])
  hostIs(true)
  expect(isAvailable()).toBe(true)
})

it('started at log-in it waits for the desktop before it shows itself otherwise', async () => {
  const { clock, hostIs, isAvailable, onMissing } = setUp({ isHidden: true })
  hostIs(false)
  await clock.advance(9_999)
  expect([isAvailable(), onMissing.mock.calls.length]).toEqual([true, 0])
  await clock.advance(1)
  expect([isAvailable(), onMissing.mock.calls.length]).toEqual([false, 1])
})
