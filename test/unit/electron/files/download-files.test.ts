import { expect, it } from 'vitest'
import { createFileDownloads } from '../../../../electron/files/download-files.ts'
import { createLeftArchives } from '../../../../electron/files/left-archives.ts'
import { createMoves } from '../../../../electron/files/moves.ts'
import { createStore } from '../../../../electron/state/store.ts'
import { type Compressed, type FilePath, rootPath } from '../../../../shared/model/file.ts'
import { isMoving } from '../../../../shared/model/file-move.ts'
import { fail, ok, type Result } from '../../../../shared/result.ts'
import { appState } from '../../../fixtures/app-state.ts'
import { must } from '../../../fixtures/demo.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { fileEntry, fileName, folderEntry } from '../../../fixtures/file-entry.ts'
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
  const moves = createMoves({ store, clock, newId })
  /** What the disk has of archives. */
  let noted: Parameters<Parameters<typeof createLeftArchives>[0]['file']['set']>[0] = []
  const file = {
    get: () => noted,
    set: (archives: typeof noted) => {
      noted = archives
    },
  }
  const files = {
    list: async () => ok({ entries, leftOut: 0 }),
    remove: async (_: string, __: FilePath, names: readonly string[]) => {
      removed.push(...names)
      return more.removed ?? ok()
    },
  }
  const downloads = createFileDownloads({
    store,
    moves,
    leftArchives: createLeftArchives({ file, store }),
    // Only these two calls are made of a client.
    ask: (_ref, _permission, call) => call({ files } as never, server),
    bytes: {
      async toFolder(_, path, { file, bytes }) {
        fetched.push({ path, file, bytes })
        return more.fetched?.() ?? ok({ file })
      },
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
    await expect.poll(() => Object.values(store.get().fileMoves).some(isMoving)).toBe(false)
    return Object.values(store.get().fileMoves)
  }
  /** What the next run of the app tells, and its list of archives. */
  const next = () => {
    const store = createStore(appState({ servers: [server] }), () => undefined)
    const leftArchives = createLeftArchives({ file, store })
    leftArchives.tell()
    return { told: Object.values(store.get().fileMoves), leftArchives }
  }
  return { clock, start, ended, removed, fetched, moves, store, downloads, next }
}

it('brings a folder as an archive, which is deleted on the server again', async () => {
  const { start, ended, removed, fetched } = rig()
  await start('world')
  expect(await ended()).toMatchObject([{ phase: 'done', name: 'world.tar.gz', error: null }])
  expect(fetched).toEqual([{ path: `/${archive}`, file: 'world.tar.gz', bytes: 77 }])
  expect(removed).toEqual([archive])
})

it('brings all folders as one archive, and files by themselves', async () => {
  const { start, ended, fetched } = rig()
  expect(await start('world', 'plugins', 'eula.txt')).toHaveLength(2)
  await ended()
  expect(fetched).toMatchObject([{ file: 'eula.txt' }, { file: 'Survival.tar.gz' }])
})

it('deletes the archive also where the download failed', async () => {
  const { start, ended, removed } = rig({ fetched: async () => fail('connection-cut') })
  await start('world')
  expect(await ended()).toMatchObject([{ phase: 'failed', error: { code: 'connection-cut' } }])
  expect(removed).toEqual([archive])
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
  const { start, ended, removed, moves, store, downloads } = rig({ compressed: () => packed.promise })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  expect(await downloads.start({ ref, folder: rootPath }, [fileName('world')], '/here')).toMatchObject({
    error: { code: 'transfer-running' },
  })
  moves.cancel(id)
  expect(await ended()).toMatchObject([{ phase: 'cancelled' }])
  packed.resolve(ok({ end: 'done', name: fileName(archive) }))
  await expect.poll(() => removed).toEqual([archive])
})

const never = () => Promise.withResolvers<never>().promise
const error = (hint: string) => ({
  code: 'archive-forgotten',
  hint: `Look for ${hint} on the server, and delete it there.`,
})

it('that the app does not outlive is told at the next start, once', async () => {
  const { start, store, next } = rig({ compressed: never })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  const { told, leftArchives } = next()
  expect(told).toMatchObject([{ ref, name: 'world', phase: 'failed', error: error('an archive of that time in /') }])
  leftArchives.forget(told[0]?.id ?? '')
  expect(next().told).toEqual([])
})

it('names the archive to the next start as soon as it has a name', async () => {
  const { start, fetched, next } = rig({ fetched: never })
  await start('world', 'plugins')
  await expect.poll(() => fetched).toHaveLength(1)
  expect(next().told).toMatchObject([{ name: '2 folders', error: error(`${archive} in /`) }])
})

it.each<[string, Given, number]>([
  ['is brought', {}, 0],
  ['fails, with its archive deleted', { fetched: async () => fail('connection-cut') }, 0],
  ['fails, with its archive left', { fetched: async () => fail('connection-cut'), removed: fail('connection-cut') }, 1],
  ['tells itself that its archive is left', { removed: fail('connection-cut') }, 0],
  ['may still be packed', { compressed: async () => fail('timeout', { mayHaveActed: true }) }, 1],
  ['finds no archive', { compressed: async () => ok({ end: 'seen', name: null }) }, 1],
  ['is not packed', { compressed: async () => fail('server-disk-full') }, 0],
])('that %s leaves the next start as much to tell as nobody was told', async (_, given, count) => {
  const { start, ended, next } = rig(given)
  await start('world')
  await ended()
  expect(next().told).toHaveLength(count)
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
  const { clock, start, ended, removed, moves, store, next } = rig({ compressed: () => packed.promise })
  const [id = ''] = await start('world')
  await expect.poll(() => store.get().fileMoves[id]?.phase).toBe('packing')
  moves.cancel(id)
  await ended()
  packed.resolve(late)
  await clock.advance(0)
  expect([removed, next().told.length]).toEqual([gone, count])
})
