import { beforeEach, describe, expect, it } from 'vitest'
import { createSaveGuard, type SaveGuard } from '../../../../electron/backups/save-guard.ts'
import type { Unsaved } from '../../../../electron/backups/unsaved.ts'
import { createNotices, type Notices } from '../../../../electron/state/notices.ts'
import { createStore, type StateStore } from '../../../../electron/state/store.ts'
import { serverRefSchema } from '../../../../shared/model/identifier-schema.ts'
import { noticeSchema } from '../../../../shared/model/notice-schema.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const survival = serverView({ name: 'Survival', state: 'unknown', observedAt: null })
const { ref } = survival
const off: Unsaved = { ref, name: 'Survival', undo: 'save-on', isUndoSent: false }

let kept: readonly Unsaved[]
let sent: { command: string; kept: readonly Unsaved[]; notAfter?: number }[]
let answers: Record<string, Result<void>>
let store: StateStore
let notices: Notices
let guard: SaveGuard
let clock: FakeClock
/** Commands that wait for a rate limit, until they are given up. */
let held: Set<string>
let isDiskFine: boolean
let asksAllKeys: boolean
/** Nobody ends the command. */
const never = new AbortController().signal

/** A start of the app, which knows what the one before has left on disk. */
function open() {
  store = createStore(appState({ servers: [survival] }))
  notices = createNotices()
  clock = createFakeClock()
  guard = createSaveGuard({
    store,
    notices,
    reader: 'window',
    clock,
    nameOf: (one) => store.get().servers[one]?.name ?? one,
    file: {
      get: () => kept,
      set(next) {
        kept = next
        return isDiskFine
      },
    },
    asksAllKeys,
    async send(_ref, command, { signal, notAfter }) {
      if (held.has(command) && !signal.aborted)
        await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }))
      if (signal.aborted) return fail('cancelled')
      sent.push({ command, kept, ...(notAfter !== undefined && { notAfter }) })
      return answers[command] ?? ok()
    },
  })
  guard.load()
}
beforeEach(() => {
  kept = []
  sent = []
  answers = {}
  held = new Set()
  isDiskFine = true
  asksAllKeys = true
  open()
})

const see = async (state: 'running' | 'offline' | 'unknown') => {
  store.update((now) => ({ ...now, servers: { [ref]: { ...survival, state, observedAt: 5 } } }))
  await Promise.resolve()
  await Promise.resolve()
}
const commands = () => sent.map(({ command }) => command)
/** What the window is told, as it takes it. */
const told = () =>
  Object.values(notices.all())
    .map((notice) => noticeSchema.parse(notice))
    .map(({ level, message, hint }) => `${level}: ${message} ${hint}`)

describe('during a backup', () => {
  it('each command goes out once, and is on disk before', async () => {
    for (const command of ['save-off', 'save-all flush', 'save-on']) await guard.send(ref, command)
    expect(sent).toEqual([
      { command: 'save-off', kept: [off] },
      { command: 'save-all flush', kept: [off] },
      // Also after the computer slept: else the server would stay without saving.
      { command: 'save-on', kept: [{ ...off, isUndoSent: true }], notAfter: Number.POSITIVE_INFINITY },
    ])
    expect([kept, told()]).toEqual([[], []])
  })

  it.each<[string, Result<void>, readonly Unsaved[]]>([
    ['surely did not arrive', fail('panel-failed'), []],
    ['may have arrived', fail('connection-cut', { mayHaveActed: true }), [off]],
  ])('what keeps it from saving and %s', async (_, answer, left) => {
    answers = { 'save-off': answer }
    expect(await guard.send(ref, 'save-off')).toEqual(answer)
    expect(kept).toEqual(left)
  })

  it('an undoing that fails is told at once, with what to do', async () => {
    answers = { 'save-on': fail('connection-cut', { mayHaveActed: true }) }
    await guard.send(ref, 'save-off')
    await guard.send(ref, 'save-on')
    expect(told()).toEqual([
      expect.stringMatching(/^warning: The world of Survival may not be saved.*not known whether.*Type “save-on”/),
    ])
    expect(kept).toEqual([{ ...off, isUndoSent: true }])
  })

  it.each(['rate-limited', 'panel-failed', 'no-key'] as const)(
    'an undoing that surely did not arrive (%s) is told so, also once that was seen left to the next start',
    async (code) => {
      answers = { 'save-on': fail(code) }
      await guard.send(ref, 'save-off')
      await guard.send(ref, 'save-on')
      expect(told()).toEqual([
        expect.stringMatching(/^warning: The world of Survival may not be saved.*could not be told.*at its next start/),
      ])
      notices.withdraw('saving-untold')
      expect([kept, told()]).toEqual([[off], []])
      answers = {}
      open()
      await see('running')
      expect(commands()).toEqual(['save-off', 'save-on', 'save-on'])
      expect([kept, told()]).toEqual([[], [expect.stringContaining('It is saved again now')]])
    },
  )

  it('an undoing that waits at the end of the app is left to the next start', async () => {
    held.add('save-on')
    await guard.send(ref, 'save-off')
    const undone = guard.send(ref, 'save-on')
    const ended = guard.dispose(undone)
    await clock.advance(499)
    expect(kept).toEqual([{ ...off, isUndoSent: true }])
    await clock.advance(1)
    await ended
    expect(await undone).toMatchObject({ error: { code: 'cancelled' } })
    expect(kept).toEqual([off])
    expect(clock.pending()).toBe(0)
  })

  it('an older warning is over, and dismissing it forgets no backup under way', async () => {
    kept = [{ ...off, isUndoSent: true }]
    open()
    expect(told()).toHaveLength(1)
    await guard.send(ref, 'save-off')
    expect(told()).toEqual([])
    notices.withdraw('saving-off')
    expect(kept).toEqual([off])
  })

  it('an older undoing that is answered late forgets no backup under way', async () => {
    held.add('save-on')
    await guard.send(ref, 'save-off')
    const old = guard.send(ref, 'save-on')
    await guard.send(ref, 'save-off')
    await guard.dispose(Promise.resolve())
    await old
    expect(kept).toEqual([off])
  })

  it.each([false, true])(
    'a new one that surely did nothing leaves what an earlier one left: sent %s',
    async (isUndoSent) => {
      kept = [{ ...off, isUndoSent }]
      open()
      const before = told()
      answers = { 'save-off': fail('rate-limited') }
      await guard.send(ref, 'save-off')
      expect([kept, told()]).toEqual([[{ ...off, isUndoSent }], before])
      await see('running')
      expect(commands()).toEqual(isUndoSent ? ['save-off'] : ['save-off', 'save-on'])
    },
  )

  it('names several servers as such', async () => {
    kept = [
      { ...off, isUndoSent: true },
      { ...off, name: 'Creative', undo: 'save resume', isUndoSent: true },
    ]
    open()
    expect(told()).toEqual([
      'warning: The worlds of Survival, Creative may not be saved: a backup told the servers not to save, and it is not known whether they were told to save again. Type “save-on” or “save resume” in their consoles, or restart them.',
    ])
  })

  it('one to a server that is off by then needs nobody', async () => {
    answers = { 'save-on': fail('server-not-running') }
    await guard.send(ref, 'save-off')
    await guard.send(ref, 'save-on')
    expect([kept, told()]).toEqual([[], []])
  })

  it('what undoes nothing is a command as any other', async () => {
    await guard.send(ref, 'save-on')
    expect([commands(), kept]).toEqual([['save-on'], []])
  })
})

describe('after the app ended midway, the next start', () => {
  it('sends once what was never sent, as soon as the server is seen to run, and says so', async () => {
    kept = [off]
    open()
    await see('unknown')
    expect([commands(), told()]).toEqual([[], []])
    await see('running')
    expect(sent).toMatchObject([{ command: 'save-on', kept: [{ ...off, isUndoSent: true }] }])
    expect(told()).toEqual([
      expect.stringMatching(/^info: The world of Survival was not saved for a while.*It is saved again now/),
    ])
    expect(kept).toEqual([])
    await see('offline')
    await see('running')
    expect(commands()).toHaveLength(1)
  })

  it('sends nothing that may have gone out, and tells what to do until it was seen', async () => {
    kept = [{ ...off, isUndoSent: true }]
    open()
    await see('running')
    expect(commands()).toEqual([])
    expect(told()).toEqual([expect.stringMatching(/^warning: The world of Survival may not be saved/)])
    open()
    expect(told()).toHaveLength(1)
    notices.withdraw(Object.keys(notices.all())[0] ?? '')
    expect(kept).toEqual([])
  })

  it.each([false, true])(
    'needs nobody where the server is off, since what starts saves again: sent %s',
    async (isUndoSent) => {
      kept = [{ ...off, isUndoSent }]
      open()
      await see('offline')
      expect([commands(), kept, told()]).toEqual([[], [], []])
    },
  )

  it('leaves to a new backup what that undoes by itself', async () => {
    kept = [off]
    open()
    await guard.send(ref, 'save-off')
    await see('running')
    expect(commands()).toEqual(['save-off'])
    await guard.send(ref, 'save-on')
    expect([kept, told()]).toEqual([[], []])
  })

  it('does not send twice where that fails, nor where the app ends again meanwhile', async () => {
    kept = [off]
    answers = { 'save-on': fail('connection-cut', { mayHaveActed: true }) }
    open()
    await see('running')
    expect(told()).toEqual([expect.stringMatching(/^warning: The world of Survival may not be saved/)])
    open()
    await see('running')
    await see('running')
    expect(commands()).toHaveLength(1)
  })
})

describe('what a killed command left', () => {
  const leftByCommand = { ...off, isUndoSent: true }

  it.each<[string, readonly Unsaved[], Unsaved, readonly Unsaved[], readonly string[]]>([
    ['never undone', [], off, [], ['save-on']],
    ['that may be undone', [], leftByCommand, [leftByCommand], []],
    ['what may be undone, and then was not', [leftByCommand], off, [], ['save-on']],
    ['what may be undone, twice', [leftByCommand], leftByCommand, [leftByCommand], []],
    ['what is to be undone anyway', [off], leftByCommand, [], ['save-on']],
  ])('is adopted: %s', async (_, before, adopted, after, went) => {
    kept = before
    open()
    guard.adopt([adopted])
    expect(kept.map((one) => one.ref)).toEqual([ref])
    await see('running')
    expect([kept, commands()]).toEqual([after, went])
  })

  it('is left to a backup of this run that undoes it anyway', async () => {
    await guard.send(ref, 'save-off')
    guard.adopt([off])
    await see('running')
    expect(commands()).toEqual(['save-off'])
    await guard.send(ref, 'save-on')
    expect([commands(), kept]).toEqual([['save-off', 'save-on'], []])
  })

  it.each<[string, Result<void>, readonly Unsaved[], RegExp | null]>([
    ['taken', ok(), [], /^info: .*It is saved again now\. The panel may/],
    ['to a server that is off', fail('server-not-running'), [], null],
    ['that surely did not arrive', fail('rate-limited'), [off], /^warning: .*could not be told to save again/],
    [
      'that may have arrived',
      fail('connection-cut', { mayHaveActed: true }),
      [leftByCommand],
      /^warning: .*not known whether/,
    ],
  ])('is undone without a look at the server, once: %s', async (_, answer, after, words) => {
    answers = { 'save-on': answer }
    guard.adopt([off])
    await guard.mend(never)
    await guard.mend(never)
    expect([commands(), kept]).toEqual([['save-on'], after])
    expect(told()).toEqual(words === null ? [] : [expect.stringMatching(words)])
  })

  it.each([true, false])('of a server that is gone is over only where each key was asked: %s', async (isEachAsked) => {
    asksAllKeys = isEachAsked
    open()
    answers = { 'save-on': fail('server-not-found') }
    guard.adopt([off])
    await guard.mend(never)
    expect([kept, told().length]).toEqual(isEachAsked ? [[], 0] : [[off], 1])
  })

  it('a server that goes during a backup of this run is told of all the same', async () => {
    answers = { 'save-on': fail('server-not-found') }
    await guard.send(ref, 'save-off')
    await guard.send(ref, 'save-on')
    expect([kept, told()]).toEqual([[off], [expect.stringContaining('may not be saved')]])
  })

  it('is not waited for long once a person ends the command, and the rest is left to the next one', async () => {
    const other = { ...off, undo: 'save resume' }
    const stopping = new AbortController()
    held.add('save-on')
    guard.adopt([off, other])
    const mended = guard.mend(stopping.signal)
    stopping.abort()
    await clock.advance(500)
    await mended
    expect([commands(), kept]).toEqual([[], [other, off]])
    expect(clock.pending()).toBe(0)
  })

  it('another panel does not wait for one that does not answer', async () => {
    const away = { ...off, ref: serverRefSchema.parse('away/a1b2c3d4'), undo: 'save resume' }
    held.add('save-on')
    guard.adopt([off, away])
    const mended = guard.mend(never)
    await Promise.resolve()
    expect(commands()).toEqual(['save resume'])
    await guard.dispose(Promise.resolve())
    await mended
    expect(kept).toEqual([off])
  })

  it('a backup of the server waits for it', async () => {
    held.add('save-on')
    guard.adopt([off])
    const stopping = new AbortController()
    const mended = guard.mend(stopping.signal)
    const sentOff = guard.send(ref, 'save-off')
    await Promise.resolve()
    expect(commands()).toEqual([])
    stopping.abort()
    await clock.advance(500)
    await Promise.all([mended, sentOff])
    expect([commands(), kept]).toEqual([['save-off'], [off]])
  })

  it('tells where it could not be written', () => {
    isDiskFine = false
    expect(guard.adopt([off])).toBe(false)
    isDiskFine = true
    expect(guard.adopt([off])).toBe(true)
  })

  it('is over once a person sent that themselves', () => {
    guard.adopt([leftByCommand])
    expect(told()).toHaveLength(1)
    guard.settled(ref, 'say hi')
    expect(told()).toHaveLength(1)
    guard.settled(ref, 'save-on')
    expect([kept, told()]).toEqual([[], []])
  })
})
