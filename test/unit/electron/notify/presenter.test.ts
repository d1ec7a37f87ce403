import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Notification } from '../../../../electron/notify/policy.ts'
import { createPresenter } from '../../../../electron/notify/presenter.ts'
import { systemIdOf } from '../../../../electron/notify/toast.ts'
import { serverRef } from '../../../../shared/model/identifier.ts'
import { identifier, panelId } from '../../../fixtures/state.ts'
import { choose } from '../../../standin/choices.ts'
import { createDesk } from '../../../standin/desk.ts'
import { createNotificationCentre, NotificationStandIn } from '../../../standin/notification.ts'

const electron = vi.hoisted(() => ({ Notification: undefined as unknown }))
vi.mock('electron', () => electron)

const ref = serverRef(panelId('home'), identifier('a1b2c3d4'))
const text = 'Creative & <a href="https://evil.example">Plots</a> &amp;'

/** The presenter over the stand-in's notifications, in the installed app or from source. */
function setUp(platform: NodeJS.Platform, { isFromSource = false } = {}) {
  vi.spyOn(process, 'platform', 'get').mockReturnValue(platform)
  const [desk, centre] = [createDesk(), createNotificationCentre()]
  const history: NotificationStandIn[] = []
  electron.Notification = class extends NotificationStandIn {
    constructor(options: ConstructorParameters<typeof NotificationStandIn>[1]) {
      super(desk, options, centre)
    }
    static isSupported = () => {
      centre.reach()
      return true
    }
    static handleActivation = centre.handleActivation
    static getHistory = async () => history
  }
  const called: string[] = []
  const presenter = createPresenter({
    open: (to) => called.push(`open ${to}`),
    act: (to, what) => called.push(`${what} ${to}`),
    mute: () => called.push('mute'),
    refs: () => [ref],
    onShown: (isShown) => called.push(isShown ? 'shown' : 'failed'),
    onUnsupported: ({ title }) => called.push(`unsupported ${title}`),
    platform,
    isFromSource,
  })
  const show = (change: Partial<Notification> = {}) =>
    presenter.show({
      id: 'one',
      ref,
      title: text,
      body: text,
      buttons: ['restart', 'mute'],
      silent: false,
      replaces: [],
      ...change,
    })
  const last = () => [...desk.notifications.values()].at(-1)
  return { centre, history, desk, called, presenter, show, last }
}

beforeEach(() => choose({ notifications: 'shown' }))

it.each([
  ['linux', 'Creative &amp; &lt;a href="https://evil.example"&gt;Plots&lt;/a&gt; &amp;amp;', []],
  ['win32', text, ['Restart', 'Mute 1 h']],
  ['darwin', text, ['Restart', 'Mute 1 h']],
] as const)(
  'on %s a body is read as it is meant, and there are the buttons of the system',
  (platform, body, buttons) => {
    const { show, last, called } = setUp(platform)
    show()
    expect(last()?.view()).toMatchObject({ title: text, body, buttons })
    last()?.click()
    expect(called).toEqual(['shown', `open ${ref}`])
  },
)

it.each(['win32', 'darwin'] as const)(
  'on %s a click leads to the server, and the buttons do what they say',
  (platform) => {
    const { show, last, called } = setUp(platform)
    for (const act of [0, 1, 2]) {
      show()
      if (act === 0) last()?.click()
      else last()?.press(act - 1)
    }
    expect(called.filter((one) => one !== 'shown')).toEqual([`open ${ref}`, `restart ${ref}`, 'mute'])
  },
)

it.each(['win32', 'darwin'] as const)('on %s the end of a reinstall can be started from', (platform) => {
  const { show, last, called } = setUp(platform)
  show({ id: 'reinstall one', buttons: ['start', 'mute'] })
  expect(last()?.view().buttons).toEqual(['Start', 'Mute 1 h'])
  last()?.press(0)
  expect(called.filter((one) => one !== 'shown')).toEqual([`start ${ref}`])
})

it('on Windows from source is nothing that would register a bare Electron, but told in another way', () => {
  const { presenter, show, desk, called, centre } = setUp('win32', { isFromSource: true })
  presenter.followEarlier()
  show()
  expect([presenter.isSupported(), desk.notifications.size, called]).toEqual([false, 0, [`unsupported ${text}`]])
  centre.activated({ type: 'click', arguments: `type=click&tag=${systemIdOf('one', ref)}` })
  expect(called).toHaveLength(1)
})

it('on Windows a button of one that came again does what it says, though the one before is closed', () => {
  const { show, last, called } = setUp('win32')
  show()
  show()
  last()?.press(1)
  expect(called).toEqual(['shown', 'shown', 'mute'])
})

it('is closed as the oldest of 21, since a click on it would do nothing', () => {
  const { show, desk } = setUp('win32')
  for (let i = 0; i < 21; i += 1) show({ id: `number ${i}` })
  const open = [...desk.notifications.values()].map((one) => one.view().isOpen)
  expect(open).toEqual([false, ...Array.from({ length: 20 }, () => true)])
})

describe('a notification that the system does not show', () => {
  it.each(['denied', 'fails'] as const)('is told of, until one is shown: %s', async (choice) => {
    for (const platform of ['darwin', 'win32'] as const) {
      const { show, called } = setUp(platform)
      choose({ notifications: choice })
      show()
      await vi.waitFor(() => expect(called).toEqual(['failed']))
      choose({ notifications: 'shown' })
      show()
      expect(called).toEqual(['failed', 'shown'])
    }
  })
})

describe('what an earlier run left', () => {
  it.each([
    ['a click', { type: 'click', arguments: `type=click&tag=${systemIdOf('down', ref)}` }, `open ${ref}`],
    // Whoever presses Restart on it days later may have players on.
    [
      'a button',
      { type: 'action', arguments: `type=action&action=0&tag=${systemIdOf('down', ref)}`, actionIndex: 0 },
      `open ${ref}`,
    ],
    ['one about a server that has gone', { type: 'click', arguments: 'type=click&tag=no-more' }, 'open null'],
    ['one of an older version', { type: 'click', arguments: '' }, 'open null'],
  ])('on Windows leads to its server, and does nothing: %s', (_what, details, expected) => {
    const { presenter, centre, called } = setUp('win32')
    presenter.followEarlier()
    centre.activated(details)
    expect(called).toEqual([expected])
  })

  it('on Windows is not taken for one of this run, which tells by itself', () => {
    const { presenter, show, centre, called, last } = setUp('win32')
    presenter.followEarlier()
    show()
    centre.activated({ type: 'click', arguments: last()?.view().activation ?? '' })
    expect(called).toEqual(['shown'])
  })

  it('on macOS leads to its server', async () => {
    const { presenter, history, desk, centre, called } = setUp('darwin')
    const left = new NotificationStandIn(desk, { id: systemIdOf('down', ref) }, centre)
    history.push(left)
    presenter.followEarlier()
    await vi.waitFor(() => expect(left.listenerCount('click')).toBe(1))
    left.emit('click', {})
    left.emit('action', { actionIndex: 0 })
    expect(called).toEqual([`open ${ref}`, `open ${ref}`])
  })

  it('on Linux is nothing that could be followed', async () => {
    const { presenter, history, desk, centre, called } = setUp('linux')
    const left = new NotificationStandIn(desk, { id: systemIdOf('down', ref) }, centre)
    history.push(left)
    // The stand-in's Linux throws where a program wants to follow what it has not.
    presenter.followEarlier()
    await new Promise((resolve) => setImmediate(resolve))
    expect(left.listenerCount('click')).toBe(0)
    centre.activated({ type: 'click', arguments: `type=click&tag=${systemIdOf('down', ref)}` })
    expect(called).toEqual([])
  })
})
