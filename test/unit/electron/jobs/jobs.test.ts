import { beforeEach, describe, expect, it } from 'vitest'
import { createJobs, type Job } from '../../../../electron/jobs/jobs.ts'
import { fileMoves, newMove } from '../../../../electron/jobs/tables.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { FileMove } from '../../../../shared/files/contract-moves.ts'
import type { OpenJob } from '../../../../shared/jobs/contract.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { journalIn } from '../../../fixtures/open-job.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ name: 'Survival' })
const { ref } = server

function rig() {
  const clock = createFakeClock()
  const store = createStore(appState({ servers: [server] }))
  const end = new AbortController()
  const open = new Map<string, OpenJob>()
  const notUndone: OpenJob[] = []
  let ids = 0
  const jobs = createJobs({
    store,
    clock,
    newId: () => `job-${++ids}`,
    journal: journalIn(open),
    end: end.signal,
    onNotUndone: (job) => notUndone.push(job),
  })
  type Work = (job: Job<FileMove>) => Promise<Result<Partial<FileMove>>>
  const run = (work: Work, { key = 'a', lane }: { key?: string; lane?: 'down' } = {}) => {
    const more = { direction: 'down', name: 'world', totalBytes: 9, leftOutCount: 0 } as const
    const view = (id: string): FileMove => ({ ...newMove, ...more, id, ref, leftOut: [] })
    return jobs.run({ kind: 'download', ref, what: 'world', key, ...(lane && { lane }), table: fileMoves, view }, work)
  }
  const views = () => Object.values(store.get().fileMoves)
  return { clock, store, end, open, notUndone, jobs, run, views }
}
let the: ReturnType<typeof rig>
beforeEach(() => {
  the = rig()
})
const never = () => Promise.withResolvers<never>().promise
const untilCancelled: Parameters<typeof the.run>[0] = ({ signal }) =>
  new Promise((resolve) => signal.addEventListener('abort', () => resolve(fail('cancelled'))))

describe('a job', () => {
  it('is in the journal before it begins and until its end, which the state shows', async () => {
    const given = Promise.withResolvers<Result<Partial<FileMove>>>()
    let atBegin = 0
    const { ended } = the.run(() => {
      atBegin = the.open.size
      return given.promise
    })
    expect(atBegin).toBe(1)
    expect([...the.open.values()]).toMatchObject([{ kind: 'download', server: 'Survival', what: 'world', undo: [] }])
    given.resolve(ok({ name: 'world (2)' }))
    expect(await ended).toEqual(ok({ name: 'world (2)' }))
    expect(the.views()).toMatchObject([{ phase: 'done', name: 'world (2)', error: null }])
    expect(the.open.size).toBe(0)
  })

  it.each([
    ['failed', fail('timeout')],
    ['cancelled', fail('cancelled')],
    ['done', ok({ error: null })],
  ])('is shown as %s', async (phase, result) => {
    await the.run(async () => result).ended
    expect(the.views()).toMatchObject([{ phase }])
    expect(the.open.size).toBe(0)
  })

  it('is measured in a lane, where two run at a time', async () => {
    const work: Parameters<typeof the.run>[0] = async ({ moved, signal }) => {
      moved(5)
      await the.clock.sleep(1_000, signal)
      return ok({})
    }
    for (const key of ['a', 'b', 'c']) the.run(work, { key, lane: 'down' })
    expect(the.views().map(({ phase }) => phase)).toEqual(['running', 'running', 'waiting'])
    await the.clock.advance(500)
    expect(the.views()).toMatchObject([{ movedBytes: 5, bytesPerSecond: 10 }, {}, { movedBytes: 0 }])
    await the.clock.advance(2_000)
    expect(the.views().map(({ phase, bytesPerSecond }) => [phase, bytesPerSecond])).toEqual([
      ['done', null],
      ['done', null],
      ['done', null],
    ])
  })

  it('is known by its key while it is under way', async () => {
    const { ended } = the.run(async () => ok({}), { key: 'x' })
    expect(the.jobs.isUnderWay('x')).toBe(true)
    await ended
    expect(the.jobs.isUnderWay('x')).toBe(false)
  })

  it('is cancelled once, also where it waits for its turn', async () => {
    const ids = ['a', 'b', 'c'].map((key) => the.run(untilCancelled, { key, lane: 'down' }).id)
    expect(ids.map((id) => the.jobs.cancel(id))).toEqual([true, true, true])
    expect(the.jobs.cancel(ids[0] ?? '')).toBe(false)
    await the.clock.advance(0)
    expect(the.views().map(({ phase }) => phase)).toEqual(['cancelled', 'cancelled', 'cancelled'])
    expect(the.open.size).toBe(0)
  })

  it('is forgotten once it has ended, and the oldest of many by itself', async () => {
    const { id } = the.run(never)
    the.jobs.dismiss(id)
    expect(the.views()).toHaveLength(1)
    for (let n = 0; n < 22; n += 1) await the.run(async () => ok({})).ended
    expect(the.views()).toHaveLength(21)
    the.jobs.dismiss('job-23')
    expect(the.views()).toHaveLength(20)
  })

  it('leaves no trace where somebody waits for its answer', async () => {
    const { ended } = the.run(async ({ leaveNoTrace }) => {
      leaveNoTrace()
      return fail('timeout')
    })
    await ended
    expect(the.views()).toEqual([])
  })

  it.each([
    [true, 0],
    [false, 1],
  ])('stays in the journal while something is open, and after it where that is over: %s', async (isOver, left) => {
    const open = Promise.withResolvers<boolean>()
    const { ended } = the.run(async ({ holdOpen }) => {
      holdOpen(open.promise)
      return fail('cancelled')
    })
    await ended
    expect([the.views()[0]?.phase, the.open.size]).toEqual(['cancelled', 1])
    open.resolve(isOver)
    await the.clock.advance(0)
    expect(the.open.size).toBe(left)
  })

  it('that has ended without its undo stays, and is told of', async () => {
    const { ended } = the.run(async ({ entry }) => {
      entry.addUndo('save-on')
      return ok({})
    })
    await ended
    expect(the.notUndone).toMatchObject([{ undo: ['save-on'], hasEnded: true }])
    expect(the.open.size).toBe(1)
  })
})

describe('the end of the app', () => {
  const cut = async (result: Result<Partial<FileMove>>) => {
    const given = Promise.withResolvers<typeof result>()
    the.run(() => given.promise)
    the.end.abort()
    given.resolve(result)
    await the.jobs.dispose()
    return { phase: the.views()[0]?.phase, left: the.open.size }
  }
  it.each([
    ['cuts off what it cancels: no end is shown', fail('cancelled'), { phase: 'waiting', left: 1 }],
    ['leaves what may have acted', fail('server-not-found', { mayHaveActed: true }), { phase: 'waiting', left: 1 }],
    ['shows what the panel refused', fail('server-not-found'), { phase: 'failed', left: 0 }],
    ['shows what was done', ok({}), { phase: 'done', left: 0 }],
  ])('%s', async (_, result, expected) => {
    expect(await cut(result)).toEqual(expected)
  })

  it('leaves what waited for its turn, and what is still open', async () => {
    for (const key of ['a', 'b', 'c']) the.run(untilCancelled, { key, lane: 'down' })
    the.end.abort()
    await the.jobs.dispose()
    expect(the.open.size).toBe(3)
    expect(the.views().map(({ phase }) => phase)).toEqual(['running', 'running', 'waiting'])
  })

  it('waits for last words, but not for ever', async () => {
    the.run(never)
    the.end.abort()
    const disposed = the.jobs.dispose().then(() => 'over')
    await the.clock.advance(5_000)
    expect(await disposed).toBe('over')
  })
})

describe('work that is kept in the journal alone', () => {
  const keep = (result: Result<void>) =>
    the.jobs.keep({ kind: 'keep-rule', ref, what: '' }, async (entry) => {
      entry.noteDeleted('Old')
      return result
    })
  it('is gone from it with its end, and stays where the app ended it', async () => {
    expect(await keep(ok())).toEqual(ok())
    expect(await keep(fail('timeout'))).toMatchObject({ error: { code: 'timeout' } })
    expect(the.open.size).toBe(0)
    the.end.abort()
    await keep(fail('cancelled'))
    expect([...the.open.values()]).toMatchObject([{ kind: 'keep-rule', deleted: ['Old'] }])
  })
})
