import { appendFileSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { activityPath, createActivityFile, parseActivity } from '../../../../electron/activity/file.ts'
import type { ActivityEntry } from '../../../../shared/activity/contract.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'

const day = 24 * 3_600_000
const clock = createFakeClock()
const now = clock.now()

const entry = (more: Partial<ActivityEntry> = {}): ActivityEntry => ({
  id: crypto.randomUUID(),
  at: now,
  ref: serverView().ref,
  name: 'Survival',
  event: { kind: 'crashed' },
  ...more,
})
const lines = (...entries: readonly ActivityEntry[]) => entries.map((one) => `${JSON.stringify(one)}\n`).join('')

let folder: string
let path: string
let log: ReturnType<typeof createTestLog>
const open = () => createActivityFile({ path, clock, log })

beforeEach(() => {
  folder = temporaryFolder()
  path = activityPath(folder)
  log = createTestLog()
})

describe('the file', () => {
  it('keeps what was appended, for its owner only', () => {
    const entries = [entry({ at: now - 2 }), entry({ at: now - 1, event: { kind: 'command', origin: 'window' } })]
    open().append(entries)
    expect(open().read()).toEqual(entries)
    expect(statSync(path).mode & 0o777).toBe(0o600)
  })

  it('is empty where there is none yet, and makes its folder', () => {
    path = activityPath(join(folder, 'new'))
    open().prune()
    expect(open().read()).toEqual([])
    open().append([entry()])
    expect(open().read()).toHaveLength(1)
  })

  it('goes on after a line that was cut short, once it is pruned', () => {
    const [first, second] = [entry({ at: now - 2 }), entry({ at: now - 1 })]
    writeFileSync(path, `${lines(first)}{"id":"torn`)
    const file = open()
    file.prune()
    file.append([second])
    expect(file.read()).toEqual([first, second])
  })

  it('drops what is older than 30 days, at the start and once a day while it runs', async () => {
    const running = createFakeClock(now)
    const file = createActivityFile({ path, clock: running, log })
    writeFileSync(path, lines(entry({ at: now - 31 * day }), entry({ at: now - 29 * day })))
    file.prune()
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2)
    await running.advance(2 * day)
    file.append([entry({ at: now + 2 * day })])
    expect(readFileSync(path, 'utf8').split('\n')).toHaveLength(2)
  })

  it('shows nothing that is more than a day ahead, and loses nothing to a clock that is wrong', () => {
    const entries = [entry({ at: now - day }), entry({ at: now + 3_600_000 })]
    writeFileSync(path, lines(...entries))
    const dead = createActivityFile({ path, clock: createFakeClock(now - 3_650 * day), log })
    dead.prune()
    expect(dead.read()).toEqual([])
    expect(open().read()).toEqual(entries)
  })

  it('looks at no more than the end of a huge file, and makes it small', () => {
    const last = entry()
    writeFileSync(path, `${'x'.repeat(999_999)}\n`.repeat(6))
    appendFileSync(path, lines(last))
    const file = open()
    expect(file.read()).toEqual([last])
    file.prune()
    expect(readFileSync(path, 'utf8')).toBe(lines(last))
  })

  it('keeps no more than 5,000 entries, the newest', () => {
    writeFileSync(path, lines(...Array.from({ length: 5_010 }, (_, i) => entry({ at: now - 10_000 + i }))))
    const file = open()
    file.prune()
    expect(readFileSync(path, 'utf8').trimEnd().split('\n')).toHaveLength(5_000)
    expect(file.read()[0]?.at).toBe(now - 10_000 + 10)
  })

  it('stops nothing when it cannot be read or written', () => {
    mkdirSync(path)
    const file = open()
    file.prune()
    file.append([entry()])
    expect(file.read()).toEqual([])
    expect(log.lines).toHaveLength(3)
  })
})

describe('hostile lines', () => {
  it.each([
    ['no JSON', '{'],
    ['another value', '[]\nnull\n1\n"x"'],
    ['a reference that is none', JSON.stringify({ ...entry(), ref: '../../etc' })],
    ['an id that is none', JSON.stringify({ ...entry(), id: '__proto__' })],
    ['a time that is none', JSON.stringify({ ...entry(), at: '2026' })],
    ['a line that fills the memory', JSON.stringify(entry({ name: 'x'.repeat(5_000) }))],
  ])('%s: no entry', (_, text) => {
    expect(parseActivity(text, now)).toEqual([])
  })

  it('keep no good line from being read, and fields nobody knows are left out', () => {
    const good = entry()
    const text = `\u0000\n${JSON.stringify({ ...good, token: 'ptlc_x' })}\r\n{"at":`
    expect(parseActivity(text, now)).toEqual([good])
  })

  it('of any kind never throw', () => {
    fc.assert(
      fc.property(fc.array(fc.oneof(fc.string(), fc.json())), (texts) => {
        expect(parseActivity(texts.join('\n'), now)).toEqual([])
      }),
    )
  })
})
