import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  journalName,
  type LeftUnsaved,
  orphansOf,
  ownerOf,
  parseJournal,
  type SaveJournal,
} from '../../../../electron/backups/save-orphans.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'

const [second, minute, day] = [1_000, 60_000, 86_400_000]
const now = 100 * day
const left: LeftUnsaved = {
  baseUrl: 'https://panel.example.com/api/client',
  identifier: serverIdentifierSchema.parse('a1b2c3d4'),
  name: 'Survival',
  undo: 'save-on',
  isUndoSent: false,
  at: now - minute,
}
const living = new Set([10, 11])
const journal = (more: Partial<SaveJournal> = {}): SaveJournal => ({
  file: 'a',
  pid: 9,
  touchedAt: now - 5 * second,
  servers: [left],
  ...more,
})
const look = (...journals: readonly SaveJournal[]) =>
  orphansOf(journals, { now, pid: 11, isAlive: (pid) => living.has(pid) })

describe('whose process has ended', () => {
  it.each<[string, Partial<SaveJournal>, boolean]>([
    ['a process that is gone', {}, true],
    ['a living one', { pid: 10 }, false],
    ['a living one that was busy for a while', { pid: 10, touchedAt: now - 119 * second }, false],
    ['an id that is another process’s by now', { pid: 10, touchedAt: now - 121 * second }, true],
    ['the same, after the clock was set back', { pid: 10, touchedAt: now + 121 * second }, true],
    ['a living one, after the clock was set back a little', { pid: 10, touchedAt: now + 30 * second }, false],
    ['an earlier process with the id of this one', { pid: 11 }, true],
    ['one that was given back', { pid: 0 }, true],
  ])('%s', (_, more, isOrphan) => {
    expect(look(journal(more))).toEqual(
      isOrphan ? [{ file: 'a', pid: journal(more).pid, servers: [left], free: [left] }] : [],
    )
  })
})

describe('what of it is free', () => {
  it.each<[string, LeftUnsaved, number]>([
    ['the very thing that a living one undoes is left to that', left, 0],
    ['what that may have undone already is not', { ...left, isUndoSent: true }, 1],
    ['of another server', { ...left, identifier: serverIdentifierSchema.parse('ffffffff') }, 1],
    ['of another panel', { ...left, baseUrl: 'https://other.example.com/api/client' }, 1],
    ['of another command', { ...left, undo: 'save resume' }, 1],
  ])('%s', (_, theirs, count) => {
    const [orphan] = look(journal(), journal({ file: 'b', pid: 10, servers: [theirs] }))
    expect(orphan?.servers).toEqual([left])
    expect(orphan?.free).toHaveLength(count)
  })

  it.each([
    [30 * day, 1],
    [30 * day + 1, 0],
    [-day, 1],
  ])('from %d ms ago: %d', (agoMs, count) => {
    const [orphan] = look(journal({ servers: [{ ...left, at: now - agoMs }] }))
    expect([orphan?.servers.length, orphan?.free.length]).toEqual([count, count])
  })
})

describe('a file of a journal', () => {
  it.each([
    [journalName(4711, crypto.randomUUID()), 4711],
    [`${journalName(1, crypto.randomUUID())}.new`, null],
    ['1-x.json', null],
    ['saving-off.json', null],
    ['12345678901-00000000-0000-0000-0000-000000000000.json', null],
    ['../1-00000000-0000-0000-0000-000000000000.json', null],
  ])('%s', (name, owner) => expect(ownerOf(name)).toBe(owner))

  it.each<[unknown, readonly LeftUnsaved[] | null]>([
    [{ version: 1, servers: [left] }, [left]],
    [{ version: 2, servers: [left] }, null],
    [{ version: 1, servers: [{ ...left, identifier: '../x' }] }, null],
    [{ version: 1, servers: [{ ...left, undo: '' }] }, null],
    [{ version: 1, servers: [{ ...left, undo: 'x'.repeat(101) }] }, null],
    [{ version: 1, servers: Array.from({ length: 1_001 }, () => left) }, null],
    [[], null],
  ])('%#', (content, read) => expect(parseJournal(JSON.stringify(content))).toEqual(read))

  it('of any text throws nothing', () => {
    fc.assert(fc.property(fc.string(), (text) => parseJournal(text) === null))
  })
})
