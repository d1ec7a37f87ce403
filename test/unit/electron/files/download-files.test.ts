import { expect, it } from 'vitest'
import { createFileDownloads } from '../../../../electron/files/download-files.ts'
import { createJobs } from '../../../../electron/jobs/jobs.ts'
import { createStore } from '../../../../electron/state/store.ts'
import type { Compressed } from '../../../../shared/files/contract.ts'
import { type FilePath, rootPath } from '../../../../shared/files/files.ts'
import type { OpenJob } from '../../../../shared/jobs/contract.ts'
import { isUnderWay } from '../../../../shared/model/under-way.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { fileEntry, fileName, folderEntry } from '../../../fixtures/file-entry.ts'
import { journalIn } from '../../../fixtures/open-job.ts'
import { serverView } from '../../../fixtures/server-view.ts'

const server = serverView({ name: 'Survival' })
const { ref } = server
const archive = 'archive-2026-01-15T120000Z.tar.gz'

/** Downloads of a server whose folder and machine a test gives. */
type Given = {
  compressed?: () => Promise<Result<Compressed>>
  fetched?: () => Promise<Result<{ file: string }>>
  removed?: Result<void>
}
function rig(more: Given = {}) {
  const clock = createFakeClock()
  const store = createStore(appState({ servers: [server] }), () => undefined)
  const entries = [folderEntry('world'), folderEntry('plugins'), fileEntry('eula.txt')]
  const [removed, fetched]: [string[], object[]] = [[], []]
  let ids = 0
  const newId = () => `move-${++ids}`
  const open = new Map<string, OpenJob>()
  const end = new AbortController()
  const jobs = createJobs({ store, clock, newId, journal: journalIn(open), end: end.signal })
  const files = {
    list: async () => ok({ entries, leftOut: 0 }),
    remove: async (_: FilePath, names: readonly string[]) => {
      removed.push(...names)
      return more.removed ?? ok()
    },
  }
  const downloads = createFileDownloads({
    store,
    jobs,
    // Only these two calls are made.
    on: async (_ref, _needs, work) => work({ files } as never),
    async fetchFile(_, path, { file, bytes }) {
      fetched.push({ path, file, bytes })
      return more.fetched?.() ?? ok({ file })
    },
    async compress() {
      const made = await (more.compressed?.() ?? ok<Compressed>({ end: 'done', name: fileName(archive) }))
      if (made.ok && made.value.name === archive) entries.push(fileEntry(archive, { size: 77 }))
      return made
    },
  })
  const start = async (...names: string[]) => {
    const { ids: begun } = must(await downloads.start({ ref, folder: rootPath }, names.map(fileName), '/here'))
    return begun
  }
  const ended = async () => {
    await expect.poll(() => Object.values(store.get().fileMoves).some(isUnderWay)).toBe(false)
    return Object.values(store.get().fileMoves)
  }
  /** What the journal has for the next start. */
  const left = () => [...open.values()].map(({ what }) => what)
  return { clock, start, ended, removed, fetched, jobs, store, downloads, end, left }
}

it.each([
  ['brings a folder as an archive', undefined, { phase: 'done', name: 'world.tar.gz', error: null }],
  ['that failed', async () => fail('connection-cut'), { phase: 'failed', error: { code: 'connection-cut' } }],
] as const)('%s, which is deleted on the server again', async (_, fetching, expected) => {
  const { start, ended, removed, fetched } = rig(fetching && { fetched: fetching })
  await start('world')
  expect(await ended()).toMatchObject([expected])
  expect(fetched).toEqual([{ path: `/${archive}`, file: 'world.tar.gz', bytes: 77 }])
  expect(removed).toEqual([archive])
})

it('brings all folders as one archive, and files by themselves', async () => {
  const { start, ended, fetched } = rig()
  expect(await start('world', 'plugins', 'eula.txt')).toHaveLength(2)
  await ended()
  expect(fetched).toMatchObject([{ file: 'eula.txt' }, { file: 'Survival.tar.gz' }])
})

it.each<[string | null, string]>([
  ['plugins', 'something that was there before'],
  [null, 'nothing that the folder shows'],
])('never deletes %s: %s', async (name, _) => {
  const compressed = async () => ok<Compressed>({ end: 'seen', name: name === null ? null : fileName(name) })
  const { start, ended, removed, fetched } = rig({ compressed })
  await start('world')
  expect(await ended()).toMatchObject([{ phase: 'failed', error: { code: 'archive-not-seen' } }])
  expect([removed, fetched]).toEqual([[], []])
})

it('that is cancelled while it is packed deletes the archive once it is there', async () => {
  const packed = Promise.withResolvers<Result<Compressed>>()
  const { start, ended, removed, jobs, store, downloads } = rig({ compressed: () => packed.promise })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  expect(await downloads.start({ ref, folder: rootPath }, [fileName('world')], '/here')).toMatchObject({
    error: { code: 'transfer-running' },
  })
  jobs.cancel(id)
  expect(await ended()).toMatchObject([{ phase: 'cancelled' }])
  packed.resolve(ok({ end: 'done', name: fileName(archive) }))
  await expect.poll(() => removed).toEqual([archive])
})

const never = () => Promise.withResolvers<never>().promise
it('that the app does not outlive is left to the next start', async () => {
  const { clock, start, store, end, jobs, left } = rig({ compressed: never })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  end.abort()
  const disposed = jobs.dispose()
  await clock.advance(5_000)
  await disposed
  expect(left()).toEqual(['world'])
})

it.each<[string, Given, string]>([
  [
    'may still be packed',
    { compressed: async () => fail('timeout', { mayHaveActed: true }) },
    'an archive of that time',
  ],
  ['has left its archive', { fetched: async () => fail('connection-cut'), removed: fail('connection-cut') }, archive],
])('that %s says what to look for', async (_, given, what) => {
  const { start, ended } = rig(given)
  await start('world')
  const hint = expect.stringMatching(new RegExp(`^.+\\. Look for ${what} in / on the server, and delete it there\\.$`))
  expect(await ended()).toMatchObject([{ phase: 'failed', error: { hint } }])
})

it.each<[string, Result<Compressed>, string[], number]>([
  ['its archive', ok({ end: 'done', name: fileName(archive) }), [archive], 0],
  ['nothing that was there before', ok({ end: 'done', name: fileName('plugins') }), [], 1],
  ['nothing where none was made', fail('server-disk-full'), [], 0],
  ['nothing where the machine may go on', fail('connection-cut', { mayHaveActed: true }), [], 1],
])('that is cancelled deletes %s, and notes what may be left', async (_, late, gone, count) => {
  const packed = Promise.withResolvers<Result<Compressed>>()
  const { clock, start, ended, removed, jobs, store, left } = rig({ compressed: () => packed.promise })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  jobs.cancel(id)
  await ended()
  packed.resolve(late)
  await clock.advance(0)
  expect([removed, left().length]).toEqual([gone, count])
})
