import { describe, expect, it } from 'vitest'
import {
  createRestoreRunner,
  createRestoresFile,
  restoreList,
  restoresPath,
} from '../../../../electron/backups/restore-runner.ts'
import { parseKeptList } from '../../../../electron/lib/kept-file.ts'
import { createSleepWatch } from '../../../../electron/lib/sleep-watch.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { RestoreView } from '../../../../shared/backups/contract.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState, keyView, panelView } from '../../../fixtures/app-state.ts'
import { backupMade, restoreView } from '../../../fixtures/backup-view.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { server } from '../../../fixtures/plan-rig.ts'
import { setUpFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

const folder = setUpFolder()

const openFile = () => createRestoresFile({ path: restoresPath(folder()), log: createTestLog() })

/** A run of the app, whose panel cannot be reached but for what is given. */
function open(id: string, given: Partial<Parameters<typeof createRestoreRunner>[0]> = {}) {
  const store = createStore(appState({ panels: [panelView()], keys: [keyView()], servers: [server] }))
  const clock = createFakeClock()
  const runner = createRestoreRunner({
    store,
    clock,
    sleepWatch: createSleepWatch(clock),
    newId: () => id,
    clientFor: () => undefined,
    on: async () => fail('timeout'),
    power: { send: async () => fail('timeout') },
    checkRights: async () => ok(),
    readState: async () => fail('timeout'),
    makeBackup: async () => fail('timeout'),
    file: openFile(),
    onBackupEnded: () => () => undefined,
    ...given,
  })
  runner.load()
  const backup = backupMade(1, 1)
  const begin = async () =>
    must(await runner.begin(server.ref, { backup, all: [backup], deletesFiles: false, backsUpFirst: false }))
  return { runner, store, clock, begin }
}

it('keeps a restore that could not be read at its start for the next one, beside one that is begun meanwhile', async () => {
  const first = open('first')
  await first.begin()
  first.runner.dispose()
  const show = makeUnreadable(restoresPath(folder()))
  const second = open('second')
  show()
  await second.begin()
  second.runner.cancel('second')
  second.runner.dismiss('second')
  await second.begin()
  second.runner.dispose()
  expect(openFile().get()).toMatchObject([{ id: 'first' }, { id: 'second' }])
  expect(Object.keys(open('third').store.get().restores)).toEqual(['first', 'second'])
})

describe('a stop that was not answered when its restore ends', () => {
  /** A restore whose server runs, up to its stop; `answer` gives the panel's answer to that. */
  async function untilStop() {
    const answered = Promise.withResolvers<Result<void>>()
    let signal: AbortSignal | undefined
    const clock = createFakeClock()
    const sleepWatch = createSleepWatch(clock)
    const run = open('restore', {
      clock,
      sleepWatch,
      power: {
        send(_ref, _signal, _origin, options) {
          signal = options?.signal
          signal?.addEventListener('abort', () => answered.resolve(fail('cancelled')))
          return answered.promise
        },
      },
      readState: async () => ok({ state: 'running', readFrom: clock.steady() }),
    })
    await run.begin()
    await clock.advance(1)
    const view = () => run.store.get().restores.restore
    expect(view()?.sent.stop).not.toBeNull()
    return { ...run, clock, sleepWatch, view, answer: answered.resolve, isGivenUp: () => signal?.aborted }
  }

  it.each([
    ['cancel', { phase: 'cancelled', sent: { stop: null }, error: null }],
    ['sleep', { phase: 'failed', sent: { stop: null }, error: { code: 'slept' } }],
  ])('is given up by a %s, and it is not said that the server was told to stop', async (what, ended) => {
    const { runner, clock, sleepWatch, view, isGivenUp } = await untilStop()
    expect(isGivenUp()).toBe(false)
    if (what === 'cancel') runner.cancel('restore')
    else sleepWatch.note()
    await runner.settled()
    expect(isGivenUp()).toBe(true)
    expect(view()).toMatchObject(ended)
    await clock.advance(60_000)
    expect(openFile().get()).toMatchObject([ended])
  })

  it.each([
    ['taken', ok()],
    ['refused', fail('permission-lacking')],
  ] as const)('does not bring a cancelled restore back, nor change how it ended: %s', async (_what, answered) => {
    const { runner, clock, view, answer } = await untilStop()
    answer(answered)
    runner.cancel('restore')
    await clock.advance(60_000)
    expect(view()).toMatchObject({ phase: 'cancelled', error: null })
  })

  it('shows no restore again that was dismissed before the answer', async () => {
    const { runner, clock, view, answer } = await untilStop()
    answer(fail('rate-limited'))
    runner.cancel('restore')
    runner.dismiss('restore')
    await clock.advance(1)
    expect(view()).toBeUndefined()
  })
})

describe('the file of restores', () => {
  const restore = (more: Partial<RestoreView> = {}) => restoreView({ phase: 'following', startedAt: 10, ...more })

  it('keeps what a next start needs, and writes no more than it reads', () => {
    const all = Array.from({ length: 300 }, (_, i) => restore({ id: `restore-${i}` }))
    openFile().set(all)
    expect(openFile().get()).toEqual(all.slice(-200))
  })

  it.each([
    '',
    '{"version":2,"restores":[]}',
    '{"version":1,"restores":[{}]}',
    JSON.stringify({ version: 1, restores: [restore({ startedAt: 1e300 })] }),
    JSON.stringify({ version: 1, restores: Array.from({ length: 201 }, () => restore()) }),
    JSON.stringify({ version: 1, restores: [{ ...restore(), backup: { id: '../x', name: '', createdAt: null } }] }),
  ])('takes nothing from %j', (text) => expect(parseKeptList(text, restoreList)).toBeNull())
})
