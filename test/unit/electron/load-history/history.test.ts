import { beforeEach, describe, expect, it } from 'vitest'
import type { KeptFile } from '../../../../electron/lib/kept-file.ts'
import { type LoadTable, maxServers } from '../../../../electron/load-history/file.ts'
import { createLoadHistory, type LoadHistory } from '../../../../electron/load-history/history.ts'
import { pointOf } from '../../../../electron/load-history/points.ts'
import { noteObservation } from '../../../../electron/servers/observations.ts'
import { createStore, type StateStore } from '../../../../electron/state/store.ts'
import { dropKey } from '../../../../electron/state/updates.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { aKey, aServer, aState, keyId } from '../../../fixtures/state.ts'

const minute = 60_000
const hour = 60 * minute
const day = 24 * hour
const server = aServer()
const { ref } = server

let clock: FakeClock
let store: StateStore
let disk: LoadTable
let writes: number
let history: LoadHistory

const file: KeptFile<LoadTable> = {
  get: () => disk,
  set(table) {
    writes += 1
    disk = table
    return true
  },
}

beforeEach(() => {
  clock = createFakeClock()
  store = createStore(aState())
  disk = new Map()
  writes = 0
  history = createLoadHistory({ store, clock, file })
})

function read(cpuPercent: number, of: ServerRef = ref): void {
  const resources = { cpuPercent, memoryBytes: 2 ** 30, diskBytes: null, uptimeMs: null }
  store.update(
    noteObservation(of, {
      kind: 'reading',
      at: clock.now(),
      reading: { state: 'running', resources, freshForMs: 20_000 },
    }),
  )
}
const fail = () => store.update(noteObservation(ref, { kind: 'gone', at: clock.now() }))
const cpus = (span: 'hour' | 'day' = 'hour') => history.read(ref, span).map(([, cpu]) => cpu)
const restart = () => {
  history.dispose()
  store = createStore(aState())
  history = createLoadHistory({ store, clock, file })
}

describe('what is kept', () => {
  it('is every reading, written every ten minutes and at the end, and there at the next start', async () => {
    for (let i = 0; i < 25; i += 1) {
      read(i)
      await clock.advance(minute)
    }
    expect(writes).toBe(2)
    const before = cpus()
    expect(before).toHaveLength(25)
    history.dispose()
    expect(writes).toBe(3)
    restart()
    expect(writes).toBe(3)
    expect(cpus().filter((cpu) => cpu !== null)).toEqual(before)
  })

  it('ends a line where the load is no longer known, and where the app ended', async () => {
    read(10)
    await clock.advance(minute)
    fail()
    await clock.advance(minute)
    fail()
    await clock.advance(minute)
    read(20)
    expect(cpus()).toEqual([10, null, 20])
    await clock.advance(minute)
    restart()
    await clock.advance(minute)
    read(30)
    expect(cpus('hour')).toEqual([10, null, 20, 30])
    expect(store.get().trends[ref]?.samples.map(([, cpu]) => cpu)).toEqual([10, null, 20, null, 30])
  })

  it('goes on where the clock is set back', async () => {
    read(10)
    clock.set(-6 * hour)
    // Timers are what notices it.
    clock.after(0, () => {})
    await clock.advance(minute)
    read(20)
    history.dispose()
    expect(disk.get(ref)?.map(([, cpu]) => cpu)).toContain(20)
  })

  it('stays where the clock was ahead in an earlier run, and new readings stand beside it', async () => {
    disk = new Map([[ref, [pointOf([clock.now() + 2 * hour, 90, 1])]]])
    restart()
    read(10)
    expect(cpus()).toEqual([10])
    history.dispose()
    expect(disk.get(ref)).toHaveLength(3)
  })
})

describe('what could not be read at the start', () => {
  /** Half an hour ago, of the server; the file joins it with what is written first. */
  function openUnread() {
    const earlier = pointOf([clock.now() - hour / 2, 10, 1])
    let isUnread = true
    const set = (table: LoadTable) => {
      const joined = new Map(table).set(ref, [earlier, ...(table.get(ref) ?? [])])
      const isSet = file.set(isUnread ? joined : table)
      isUnread = false
      return isSet
    }
    history.dispose()
    history = createLoadHistory({ store, clock, file: { ...file, set } })
    read(30)
  }

  it('stands before what came meanwhile, once it is known', async () => {
    openUnread()
    await clock.advance(10 * minute)
    expect(cpus()).toEqual([10, 30])
    read(40)
    history.flush()
    expect(disk.get(ref)?.map(([, cpu]) => cpu)).toEqual([10, 30, 40])
  })

  it('goes with its key too', () => {
    openUnread()
    store.update(dropKey(keyId('key-1')))
    expect([disk.size, cpus()]).toEqual([0, []])
  })
})

describe('what goes', () => {
  it('goes with its key at once, and with its panel', () => {
    read(10)
    store.update(dropKey(keyId('key-1')))
    expect(disk.size).toBe(0)
    expect(writes).toBe(1)
  })

  it('stays with a key where another key reaches the server', () => {
    store = createStore(
      aState({
        keys: [aKey(), aKey({ id: keyId('key-2') })],
        servers: [aServer({ keyIds: [keyId('key-1'), keyId('key-2')] })],
      }),
    )
    history = createLoadHistory({ store, clock, file })
    read(10)
    store.update(dropKey(keyId('key-1')))
    expect(cpus()).toEqual([10])
  })

  it('goes after a week without a reading', async () => {
    read(10)
    await clock.advance(8 * day)
    read(20)
    history.flush()
    expect(disk.get(ref)?.map(([, cpu]) => cpu)).toEqual([20])
  })
})

describe('a trend', () => {
  it('begins with what is on disk as its server comes, where that is fresh', async () => {
    read(10)
    await clock.advance(minute)
    read(20)
    history.dispose()
    await clock.advance(5 * minute)
    store = createStore(aState({ servers: [] }))
    history = createLoadHistory({ store, clock, file })
    expect(store.get().trends).toEqual({})
    store.update((state) => ({ ...state, servers: { [ref]: server } }))
    expect(store.get().trends[ref]?.samples.map(([, cpu]) => cpu)).toEqual([10, 20, null])
    // Nothing new was read.
    history.dispose()
    expect(writes).toBe(1)
  })
})

describe('a past that is given', () => {
  const past = Array.from({ length: 60 }, (_, i) => i)

  it('stands before what was read, and the trend begins with it', async () => {
    read(99)
    const start = clock.now()
    history.backfill(
      ref,
      past.map((i) => [start - (60 - i) * minute, i, 1]),
    )
    expect(cpus()).toEqual([...past.slice(1), 99])
    expect(store.get().trends[ref]?.samples.map(([, cpu]) => cpu)).toEqual([...past.slice(-9), 99])
  })

  it('is not taken where something is known', async () => {
    read(10)
    await clock.advance(minute)
    restart()
    await clock.advance(minute)
    history.backfill(ref, [[clock.now() - 90_000, 50, 1]])
    expect(cpus()).not.toContain(50)
  })
})

it('of a large fleet only those are kept that came first or were looked at last', async () => {
  const many = Array.from({ length: maxServers + 2 }, (_, i) => aServer({ id: String(10_000_000 + i) }))
  store = createStore(aState({ servers: many }))
  history = createLoadHistory({ store, clock, file })
  for (const one of many) read(10, one.ref)
  const last = many.at(-1)?.ref ?? ref
  expect(history.read(last, 'hour')).toEqual([])
  await clock.advance(minute)
  for (const one of many) read(20, one.ref)
  expect(history.read(last, 'hour')).toHaveLength(1)
  history.flush()
  expect(disk.size).toBe(maxServers)
  expect(disk.has(many[0]?.ref ?? ref)).toBe(false)
})
