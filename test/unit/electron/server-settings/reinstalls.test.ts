import { expect, it } from 'vitest'
import { createJobs } from '../../../../electron/jobs/jobs.ts'
import type { Clock } from '../../../../electron/lib/clock.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createReinstalls } from '../../../../electron/server-settings/reinstalls.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { changeServer } from '../../../../electron/state/updates.ts'
import type { ReinstallRun } from '../../../../shared/jobs/contract.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import type { Installation } from '../../../../shared/server-settings/contract.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { createFaultyClock } from '../../../fixtures/faulty-clock.ts'
import { powerAction, serverView } from '../../../fixtures/server-view.ts'

const [second, minute, hour] = [1_000, 60_000, 3_600_000]
const server = serverView()
const { ref } = server
const refused = fail('panel-refused')
const unclear = fail('timeout', { mayHaveActed: true })
const silent = fail('timeout')

type Seen = Installation | 'no-answer' | 'gone'
type Given = { sent?: Result<void>; look?: Seen; backup?: Promise<Result<void>>; clock?: Clock }

/** A panel that answers as given, and a server to reinstall. */
function setUp({ sent = ok(), look = 'installing', backup = Promise.resolve(ok()), clock = createFakeClock() }: Given) {
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const journal = { write: () => true, remove: () => undefined }
  const end = new AbortController()
  const jobs = createJobs({ store, clock, newId: () => 'run', journal, end: end.signal })
  const panel = { look, requests: 0, looks: 0 }
  const reinstalls = createReinstalls({
    store,
    clock,
    sleepWatch: createSleepWatch(clock),
    jobs,
    backUp: () => backup,
    async request() {
      panel.requests += 1
      return sent
    },
    async look() {
      panel.looks += 1
      if (panel.look === 'gone') return fail('unknown-server')
      return panel.look === 'no-answer' ? silent : ok(panel.look)
    },
    onChange: () => undefined,
  })
  return { store, jobs, panel, reinstalls, run: () => store.get().reinstalls[ref] }
}

it.each<[string, Given, number, ReinstallRun['phase'], string | null]>([
  ['is done', { look: 'none' }, 20 * second, 'done', null],
  ['failed', { look: 'reinstall-failed' }, 20 * second, 'failed', 'reinstall-failed'],
  ['failed, as older panels say it', { look: 'install-failed' }, 20 * second, 'failed', 'reinstall-failed'],
  ['goes on', { look: 'installing' }, 20 * second, 'installing', null],
  ['was not answered', { look: 'no-answer' }, hour, 'installing', null],
  ['was not answered for too long', { look: 'no-answer' }, 7 * hour, 'unknown', 'reinstall-not-seen'],
  ['goes on for too long', { look: 'installing' }, 7 * hour, 'unknown', 'reinstall-not-seen'],
  ['is of a server that has gone', { look: 'gone' }, 20 * second, 'unknown', 'reinstall-not-seen'],
  ['may not have begun', { sent: unclear, look: 'none' }, minute, 'installing', 'timeout'],
  ['failed perhaps before', { sent: unclear, look: 'reinstall-failed' }, minute, 'installing', 'timeout'],
  ['has not begun', { sent: unclear, look: 'none' }, 3 * minute, 'unknown', 'timeout'],
  ['has begun after all', { sent: unclear, look: 'installing' }, 20 * second, 'installing', null],
])('a reinstall that by what is seen %s', async (_, given, ms, phase, code) => {
  const clock = createFakeClock()
  const { reinstalls, panel, run } = setUp({ ...given, clock })
  expect(await reinstalls.begin(ref, { backsUpFirst: false })).toEqual(given.sent ?? ok())
  await clock.advance(ms)
  expect([run()?.phase, run()?.error?.code ?? null]).toEqual([phase, code])
  expect(run()?.endedAt === null).toBe(phase === 'installing')
  expect(panel.requests).toBe(1)
})

it('is judged by what follows the sight of it, where its answer proved nothing', async () => {
  const clock = createFakeClock()
  const { reinstalls, panel, run } = setUp({ sent: unclear, clock })
  await reinstalls.begin(ref, { backsUpFirst: false })
  await clock.advance(20 * second)
  expect(run()).toMatchObject({ isAccepted: true, error: null })
  panel.look = 'reinstall-failed'
  await clock.advance(20 * second)
  expect(run()).toMatchObject({ phase: 'failed', error: { code: 'reinstall-failed' } })
})

it('that surely did nothing leaves no trace beside its answer', async () => {
  const { reinstalls, run } = setUp({ sent: refused })
  expect(await reinstalls.begin(ref, { backsUpFirst: false })).toEqual(refused)
  expect(run()).toBeUndefined()
})

it.each<[string, Given, ReinstallRun['phase'], string | null]>([
  ['good', {}, 'installing', null],
  ['good, before a refusal', { sent: refused }, 'failed', 'panel-refused'],
  ['failed', { backup: Promise.resolve(fail('backup-failed')) }, 'failed', 'backup-failed'],
  ['not seen to end', { backup: Promise.resolve(fail('backup-not-seen')) }, 'failed', 'backup-not-seen'],
])('the backup before it: %s', async (_, given, phase, code) => {
  const clock = createFakeClock()
  const { reinstalls, panel, run } = setUp({ ...given, clock })
  must(await reinstalls.begin(ref, { backsUpFirst: true }))
  await clock.advance(second)
  expect([run()?.phase, run()?.error?.code ?? null]).toEqual([phase, code])
  expect(panel.requests).toBe(code?.startsWith('backup') ? 0 : 1)
})

it('is given up while the backup is made, once, and not later', async () => {
  const clock = createFakeClock()
  const backup = Promise.withResolvers<Result<void>>()
  const { reinstalls, panel, run } = setUp({ backup: backup.promise, clock })
  must(await reinstalls.begin(ref, { backsUpFirst: true }))
  expect(await reinstalls.begin(ref, { backsUpFirst: true })).toMatchObject({ error: { code: 'action-running' } })
  must(reinstalls.cancel(ref))
  expect(reinstalls.cancel(ref)).toMatchObject({ error: { code: 'too-late' } })
  backup.resolve(ok())
  await clock.advance(second)
  expect([run()?.phase, panel.requests]).toEqual(['cancelled', 0])
  must(await reinstalls.begin(ref, { backsUpFirst: false }))
  expect(reinstalls.cancel(ref)).toMatchObject({ error: { code: 'too-late' } })
})

it('does not cut off an action that began while the backup was made', async () => {
  const clock = createFakeClock()
  const backup = Promise.withResolvers<Result<void>>()
  const { reinstalls, panel, run, store } = setUp({ backup: backup.promise, clock })
  must(await reinstalls.begin(ref, { backsUpFirst: true }))
  store.update(changeServer(ref, (one) => ({ ...one, action: powerAction({ phase: 'sending' }) })))
  backup.resolve(ok())
  await clock.advance(second)
  expect([run()?.error?.code, panel.requests]).toEqual(['action-running', 0])
})

it('takes long after half an hour', async () => {
  const clock = createFakeClock()
  const { reinstalls, run } = setUp({ clock })
  await reinstalls.begin(ref, { backsUpFirst: false })
  await clock.advance(29 * minute)
  expect(run()?.isSlow).toBe(false)
  await clock.advance(2 * minute)
  expect(run()).toMatchObject({ phase: 'installing', isSlow: true })
})

it('is looked at less often the longer it takes', async () => {
  const clock = createFakeClock()
  const { reinstalls, panel } = setUp({ clock })
  await reinstalls.begin(ref, { backsUpFirst: false })
  const looksIn = async (ms: number) => {
    const before = panel.looks
    await clock.advance(ms)
    return panel.looks - before
  }
  expect([await looksIn(5 * minute), await looksIn(25 * minute), await looksIn(30 * minute)]).toEqual([30, 50, 30])
})

it('is not asked for where the end of its backup is the first that is seen after a sleep', async () => {
  const clock = createFaultyClock()
  const backup = Promise.withResolvers<Result<void>>()
  const { reinstalls, panel, run } = setUp({ backup: backup.promise, clock })
  must(await reinstalls.begin(ref, { backsUpFirst: true }))
  await clock.pass(20 * second)
  clock.doze(8 * hour, true)
  // Before any timer.
  backup.resolve(ok())
  await clock.pass(0)
  expect(run()).toMatchObject({ phase: 'failed', error: { code: 'slept' } })
  await clock.pass(minute)
  expect(panel.requests).toBe(0)
})
