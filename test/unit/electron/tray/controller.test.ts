import type { NativeImage } from 'electron'
import { beforeEach, expect, it, vi } from 'vitest'
import { createStore } from '../../../../electron/state/store.ts'
import { setApp, setPlans, setPreferences } from '../../../../electron/state/updates.ts'
import { createTray } from '../../../../electron/tray/controller.ts'
import type { TrayCommand } from '../../../../electron/tray/menu.ts'
import { defaultPreferences } from '../../../../shared/model/preferences.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { planView } from '../../../fixtures/plan-view.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

type Template = readonly { readonly label?: string; readonly click?: () => void }[]

const host = vi.hoisted(() => ({
  takesTrays: true,
  calls: [] as string[],
  menu: [] as Template,
  listeners: new Map<string, () => void>(),
}))

vi.mock('electron', () => ({
  Menu: { buildFromTemplate: (template: unknown) => template },
  Tray: class {
    constructor() {
      if (!host.takesTrays) throw new Error('no tray here')
      host.calls.push('new')
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
    setContextMenu(menu: Template) {
      host.menu = menu
      host.calls.push('setContextMenu')
    }
    destroy() {
      host.calls.push('destroy')
    }
  },
}))

beforeEach(() => {
  host.takesTrays = true
  host.calls.length = 0
  host.listeners.clear()
})

const drawn = ['setImage', 'setToolTip', 'setContextMenu']
const running = serverView({ state: 'running' })
const full = () => appState({ servers: [running] })

function setUp({ platform = 'linux', isHidden = false }: { platform?: NodeJS.Platform; isHidden?: boolean } = {}) {
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

it('follows a countdown, though the state stays as it is', async () => {
  const { store, clock } = setUp()
  store.update(setPlans([planView({ ref: running.ref, zeroAt: clock.now() + 125_000 })]))
  const headlines: (string | undefined)[] = []
  for (const ms of [500, 60_000, 20_000]) {
    await clock.advance(ms)
    headlines.push(host.menu[0]?.label)
  }
  expect(headlines).toEqual(['in 3 min', 'in 2 min', 'in 50 s'].map((soon) => `Survival restarts ${soon} · 1 running`))
  // A countdown that stands still sets nothing anew.
  host.calls.length = 0
  await clock.advance(2_000)
  expect(host.calls).toEqual([])
})

it('draws at most five times in a second, and the last state at last', async () => {
  const { store, clock } = setUp()
  host.calls.length = 0
  for (let change = 0; change < 100; change += 1) {
    store.update((state) => ({ ...state, servers: { [running.ref]: { ...running, name: `Name ${change}` } } }))
    await clock.advance(10)
  }
  expect(host.calls.length).toBeGreaterThan(2)
  expect(host.calls.length).toBeLessThanOrEqual(5)
  await clock.advance(200)
  expect(host.menu.some(({ label }) => label?.startsWith('Name 99 '))).toBe(true)
})

it('takes the mute line away when its time has come, with nothing else happening', async () => {
  const { store, clock } = setUp()
  const isMuteShown = () => host.menu.some(({ label }) => label?.startsWith('Muted until'))
  store.update(setPreferences({ ...defaultPreferences, muted: { until: clock.now() + 3_600_000 } }))
  await clock.advance(200)
  expect(isMuteShown()).toBe(true)
  await clock.advance(3_600_000)
  expect(isMuteShown()).toBe(false)
  expect(clock.pending()).toBe(0)
})

it('runs what is clicked, and redraws the icon for another theme', () => {
  const { commands, changeTheme } = setUp()
  host.menu.find(({ label }) => label === 'Quit')?.click?.()
  expect(commands).toEqual([{ kind: 'quit' }])
  host.calls.length = 0
  changeTheme()
  expect(host.calls).toEqual(['setImage'])
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
