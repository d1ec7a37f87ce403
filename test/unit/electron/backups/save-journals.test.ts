import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { createSaveJournals, type SaveJournals } from '../../../../electron/backups/save-journals.ts'
import { journalName, type LeftUnsaved } from '../../../../electron/backups/save-orphans.ts'
import { serverIdentifierSchema } from '../../../../shared/model/identifier-schema.ts'
import { createFakeClock, type FakeClock } from '../../../fixtures/fake-clock.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

let profile: string
let folder: string
let clock: FakeClock
let log: ReturnType<typeof createTestLog>
let living: Set<number>
beforeEach(() => {
  profile = mkdtempSync(join(tmpdir(), 'journals-'))
  folder = join(profile, 'saving-off')
  clock = createFakeClock()
  log = createTestLog()
  living = new Set([1, 2, 3])
})
afterEach(() => rmSync(profile, { recursive: true }))

const open = (pid: number) =>
  createSaveJournals({ folder, clock, log, pid, newId: () => crypto.randomUUID(), isAlive: (one) => living.has(one) })
const left = (baseUrl: string, more: Partial<LeftUnsaved> = {}): LeftUnsaved => ({
  baseUrl,
  identifier: serverIdentifierSchema.parse('a1b2c3d4'),
  name: 'Survival',
  undo: 'save-on',
  isUndoSent: false,
  at: clock.now(),
  ...more,
})
const home = () => left('https://home.example.com/api/client')
const away = () => left('https://away.example.com/api/client')
/** What one takes of panels whose address has `part`. */
function takenBy(journals: SaveJournals, part = ''): readonly LeftUnsaved[] {
  const taken: LeftUnsaved[] = []
  journals.takeOver(
    ({ baseUrl }) => baseUrl.includes(part),
    (all) => taken.push(...all) > 0,
  )
  return taken
}
/** Leaves a journal behind, as a process does that is killed. */
function killed(pid: number, servers: readonly LeftUnsaved[]): void {
  open(pid).keep(servers)
  living.delete(pid)
}
const files = () => readdirSync(folder)

it('what is kept is on disk for the owner alone, and gone with its cause', () => {
  const journals = open(1)
  journals.keep([])
  expect(() => files()).toThrow('ENOENT')
  journals.keep([home()])
  expect(JSON.parse(readFileSync(join(folder, files()[0] ?? ''), 'utf8'))).toEqual({ version: 1, servers: [home()] })
  expect(statSync(join(folder, files()[0] ?? '')).mode & 0o777).toBe(0o600)
  journals.keep([])
  expect(files()).toEqual([])
  expect(clock.pending()).toBe(0)
})

it('is taken over once its process has ended, by one alone', () => {
  open(1).keep([home()])
  const [one, other] = [open(2), open(3)]
  expect(takenBy(one)).toEqual([])
  living.delete(1)
  // Both have looked before either takes it.
  let isFirst = true
  const byBoth: string[] = []
  one.takeOver(
    () => {
      if (isFirst)
        other.takeOver(
          () => true,
          () => byBoth.push('other') > 0,
        )
      isFirst = false
      return true
    },
    () => byBoth.push('one') > 0,
  )
  expect(byBoth).toEqual(['other'])
  expect([takenBy(one), takenBy(other), files()]).toEqual([[], [], []])
})

it('a process that lives for hours stays the owner, and one whose id is another’s does not', async () => {
  const journals = open(1)
  journals.keep([home()])
  await clock.advance(3 * 3_600_000)
  expect(takenBy(open(2))).toEqual([])
  journals.dispose()
  expect(clock.pending()).toBe(0)
  await clock.advance(121_000)
  expect(takenBy(open(2))).toHaveLength(1)
})

it('what is of no panel here is given back for whom it is of', () => {
  killed(1, [home(), away()])
  expect(takenBy(open(2), 'nowhere')).toEqual([])
  expect(takenBy(open(2), 'home')).toEqual([home()])
  expect(takenBy(open(3), 'home')).toEqual([])
  expect(takenBy(open(3), 'away')).toEqual([away()])
  expect(files()).toEqual([])
})

it('stays on disk all the time: the taker has it before it goes', () => {
  killed(1, [home()])
  const journals = open(2)
  journals.takeOver(
    () => true,
    (all) => {
      expect(files()).toHaveLength(1)
      const isKept = journals.keep(all)
      expect(files()).toHaveLength(2)
      return isKept
    },
  )
  expect(files()).toHaveLength(1)
  living.delete(2)
  expect(takenBy(open(3))).toEqual([home()])
})

it('stays where the taker could not write it, for others once that has ended', () => {
  killed(1, [home(), away()])
  const journals = open(2)
  let taken = 0
  for (const _ of [1, 2]) {
    journals.takeOver(
      ({ baseUrl }) => baseUrl.includes('home'),
      () => {
        taken += 1
        return false
      },
    )
  }
  expect([taken, takenBy(open(3))]).toEqual([1, []])
  living.delete(2)
  expect(takenBy(open(3))).toEqual([home(), away()])
  expect(files()).toEqual([])
})

it('what is damaged, too large or too old is put away and said in the log', () => {
  killed(1, [left('https://old.example.com', { at: clock.now() - 31 * 86_400_000 })])
  writeFileSync(join(folder, journalName(7, crypto.randomUUID())), '{')
  writeFileSync(join(folder, journalName(8, crypto.randomUUID())), ' '.repeat(2_500_001))
  writeFileSync(join(folder, 'notes.txt'), 'mine')
  expect(takenBy(open(2))).toEqual([])
  expect(files()).toEqual(['notes.txt'])
  expect(log.lines.filter((line) => JSON.stringify(line).includes('damaged'))).toHaveLength(2)
})

it('a disk that fails stops nothing', () => {
  writeFileSync(folder, 'no folder')
  const journals = open(1)
  expect(journals.keep([home()])).toBe(false)
  expect(takenBy(journals)).toEqual([])
  expect(log.lines.length).toBeGreaterThan(0)
  expect(clock.pending()).toBe(0)
})
