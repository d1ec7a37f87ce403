import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { z } from 'zod'
import { createKeptFile, createKeptList, createOwnEntries, parseKeptList } from '../../../../electron/lib/kept-file.ts'
import { parseJson } from '../../../../electron/lib/parse-json.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

type Counts = Readonly<Record<string, number>>

let folder: string
let path: string
const report = vi.fn()
beforeEach(() => {
  folder = temporaryFolder()
  path = join(folder, 'counts.json')
  report.mockClear()
})

const open = () =>
  createKeptFile<Counts>({
    path,
    none: {},
    maxBytes: 100,
    parse: (text) => z.record(z.string(), z.number()).safeParse(parseJson(text)).data ?? null,
    format: (counts) => counts,
    join: (before, next) => ({ ...before, ...next }),
    report,
  })
const onDisk = () => JSON.parse(readFileSync(path, 'utf8'))
const faults = () => report.mock.calls.map(([fault]) => fault)

describe('a file that cannot be read', () => {
  beforeEach(() => {
    open().set({ a: 1 })
  })

  it('is read again each time it is wanted, and told once', () => {
    const show = makeUnreadable(path)
    const file = open()
    expect([file.get(), file.get()]).toEqual([{}, {}])
    show()
    expect(file.get()).toEqual({ a: 1 })
    expect(file.set({ a: 2 })).toBe(true)
    expect(onDisk()).toEqual({ a: 2 })
    expect(faults()).toEqual(['could not be read'])
  })

  it('is not written over, by any number of writes; what was set counts in this run', () => {
    const show = makeUnreadable(path)
    const file = open()
    for (const b of [2, 3]) {
      expect(file.set({ b })).toBe(false)
      expect(file.get()).toEqual({ b })
    }
    expect(faults()).toEqual(['could not be read', 'could not be written', 'could not be written'])
    show()
    expect(onDisk()).toEqual({ a: 1 })
  })

  it('keeps what it had beside what came meanwhile, once it can be read', () => {
    const show = makeUnreadable(path)
    const file = open()
    file.set({ b: 2 })
    show()
    expect(file.set({ b: 3 })).toBe(true)
    expect([onDisk(), file.get()]).toEqual([
      { a: 1, b: 3 },
      { a: 1, b: 3 },
    ])
    // From here on it is known what is dropped.
    file.set({ b: 3 })
    expect(onDisk()).toEqual({ b: 3 })
  })

  it('is not taken for an empty one that needs no write', () => {
    const show = makeUnreadable(path)
    const file = open()
    expect(file.get()).toEqual({})
    expect(file.set({})).toBe(false)
    show()
    expect(file.get()).toEqual({ a: 1 })
    expect(onDisk()).toEqual({ a: 1 })
  })

  it('is written as always where it turns out to be gone', () => {
    makeUnreadable(path)
    const file = open()
    file.set({ b: 2 })
    rmSync(path)
    expect(file.set({ b: 3 })).toBe(true)
    expect(onDisk()).toEqual({ b: 3 })
  })
})

describe('a damaged file', () => {
  const aside = () => readFileSync(join(folder, 'counts.damaged.json'), 'utf8')

  it('is put aside before the first write, and stays until then', () => {
    writeFileSync(path, '{"a":')
    const file = open()
    expect(file.get()).toEqual({})
    expect(readdirSync(folder)).toEqual(['counts.json'])
    expect(file.set({ b: 1 })).toBe(true)
    expect([onDisk(), aside()]).toEqual([{ b: 1 }, '{"a":'])
    expect(file.set({ b: 2 })).toBe(true)
    expect(aside()).toBe('{"a":')
    expect(faults()).toEqual(['is damaged and was not used'])
  })

  it('is put aside too where it could not be read before', () => {
    writeFileSync(path, '{"a":')
    const show = makeUnreadable(path)
    const file = open()
    file.set({ b: 1 })
    show()
    file.set({ b: 2 })
    expect([onDisk(), aside()]).toEqual([{ b: 2 }, '{"a":'])
  })

  it('takes the place of an older one, so that there is one at most', () => {
    for (const text of ['one', 'two']) {
      writeFileSync(path, text)
      open().set({ a: 1 })
    }
    expect(aside()).toBe('two')
    expect(readdirSync(folder)).toHaveLength(2)
  })

  it('that is gone by then keeps nothing from being written', () => {
    writeFileSync(path, '{"a":')
    const file = open()
    file.get()
    rmSync(path)
    expect(file.set({ b: 1 })).toBe(true)
    expect(existsSync(join(folder, 'counts.damaged.json'))).toBe(false)
  })
})

describe('a list', () => {
  const entry = z.object({ id: z.string(), n: z.number() })
  const format = { key: 'all', entry, most: 2, idOf: ({ id }: { id: string }) => id }
  const list = () => createKeptList(format, { path, maxBytes: 1_000, report })
  const [a, b, newB, c] = [
    { id: 'a', n: 1 },
    { id: 'b', n: 1 },
    { id: 'b', n: 2 },
    { id: 'c', n: 1 },
  ]
  const text = (content: object) => JSON.stringify({ version: 1, ...content })

  it.each([
    ['its list', text({ all: [a, b] }), [a, b]],
    ['another version', text({ version: 2, all: [] }), null],
    ['an entry of another kind', text({ all: [a, 1] }), null],
    ['more than are kept', text({ all: [a, b, c] }), null],
    ['what is cut off', '{"version":1,"all":[', null],
  ])('is read from a text with %s', (_, content, read) => expect(parseKeptList(content, format)).toEqual(read))

  it('keeps the entries that it had, and the new one of the same name; the last ones where there is no room', () => {
    list().set([a, b])
    const show = makeUnreadable(path)
    const open = list()
    open.set([...open.get(), newB])
    show()
    open.set([...open.get(), c])
    expect(onDisk()).toEqual({ version: 1, all: [newB, c] })
    expect(list().get()).toEqual([newB, c])
  })

  it('is replaced by a run in what that loaded or wrote itself, and keeps the rest', () => {
    const named = (...ids: string[]) => ids.map((id) => ({ id }))
    const own = createOwnEntries<{ id: string }>()
    own.note(named('loaded'))
    expect(own.within(named('late', 'loaded'), named('new'))).toEqual(named('late', 'new'))
    expect(own.within(named('late', 'new'), [])).toEqual(named('late'))
    expect(own.within(named('late'), named('new', 'loaded'))).toEqual(named('late', 'new', 'loaded'))
  })
})
