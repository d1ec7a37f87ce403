import { existsSync, readFileSync, statSync } from 'node:fs'
import { join } from 'node:path'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { createCommandHistory, historyPath, parseHistory } from '../../../../electron/console/history.ts'
import { createFakeClock } from '../../../fixtures/fake-clock.ts'
import { serverView } from '../../../fixtures/server-view.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'
import { createTestLog } from '../../../fixtures/test-log.ts'
import { makeUnreadable } from '../../../fixtures/unreadable.ts'

const { ref } = serverView()
const { ref: other } = serverView({ identifier: 'b2c3d4e5' })

let folder: string
let path: string
beforeEach(() => {
  folder = temporaryFolder()
  path = historyPath(join(folder, 'profile'))
})

function open() {
  const clock = createFakeClock()
  const log = createTestLog()
  return { clock, log, history: createCommandHistory({ path, clock, log }) }
}

it('keeps what was sent to each server, oldest first, without immediate repeats, over restarts', async () => {
  const { history, clock } = open()
  for (const command of ['list', 'list', 'help', 'list']) history.add(ref, command)
  history.add(other, 'stop')
  expect(history.of(ref)).toEqual(['list', 'help', 'list'])
  await clock.advance(1_000)
  const again = open().history
  expect([again.of(ref), again.of(other)]).toEqual([['list', 'help', 'list'], ['stop']])
  expect(statSync(path).mode & 0o777).toBe(0o600)
})

it('writes what is not written yet when the app ends, and nothing when there is nothing', () => {
  const { history } = open()
  history.dispose()
  expect(existsSync(path)).toBe(false)
  history.add(ref, 'list')
  history.dispose()
  expect(open().history.of(ref)).toEqual(['list'])
})

it('keeps the last 500 commands', () => {
  const { history } = open()
  for (let i = 1; i <= 600; i += 1) history.add(ref, `say ${i}`)
  expect(history.of(ref)).toHaveLength(500)
  expect(history.of(ref).at(0)).toBe('say 101')
})

it('forgets one server, on disk too', () => {
  const { history } = open()
  history.add(ref, 'login secret')
  history.add(other, 'stop')
  history.forget(ref)
  history.dispose()
  expect(open().history.of(ref)).toEqual([])
  expect(readFileSync(path, 'utf8')).not.toContain('secret')
})

describe('a file that cannot be read for a while', () => {
  /** What the run before sent, and a run that cannot read it at first. */
  function openUnread() {
    const { history } = open()
    history.add(ref, 'list')
    history.add(other, 'stop')
    history.dispose()
    const show = makeUnreadable(path)
    const next = open()
    expect(next.history.of(ref)).toEqual([])
    return { ...next, show }
  }
  const onDisk = () => [ref, other].map((one) => open().history.of(one))

  it('keeps the commands that it had, before those that came meanwhile', async () => {
    const { history, clock, show } = openUnread()
    history.add(ref, 'help')
    show()
    await clock.advance(1_000)
    expect([history.of(ref), history.of(other)]).toEqual([['list', 'help'], ['stop']])
    history.add(ref, 'version')
    await clock.advance(1_000)
    expect(onDisk()).toEqual([['list', 'help', 'version'], ['stop']])
  })

  it('keeps them too where the first write came too early', async () => {
    const { history, clock, show } = openUnread()
    history.add(ref, 'help')
    await clock.advance(1_000)
    show()
    history.add(other, 'start')
    await clock.advance(1_000)
    expect(onDisk()).toEqual([
      ['list', 'help'],
      ['stop', 'start'],
    ])
  })

  it.each([
    [false, true],
    [true, true],
    [true, false],
  ])('is not said to be forgotten before it is (sent meanwhile: %s, tried too early: %s)', async (isSent, isTried) => {
    const { history, clock, show } = openUnread()
    if (isSent) history.add(ref, 'help')
    if (isTried) expect(history.forget(ref)).toBe(false)
    show()
    expect(history.forget(ref)).toBe(true)
    expect(onDisk()).toEqual([[], ['stop']])
    await clock.advance(1_000)
    expect(onDisk()).toEqual([[], ['stop']])
  })
})

it('writes no file that it would not read: the servers used longest ago go first', () => {
  const { history } = open()
  const refs = Array.from({ length: 20 }, (_, n) => serverView({ identifier: `c2d3e4${n + 10}` }).ref)
  for (const one of refs) for (let n = 0; n < 500; n += 1) history.add(one, `${n} ${'x'.repeat(1_990)}`)
  history.dispose()
  const again = open().history
  const kept = refs.filter((one) => again.of(one).length === 500)
  expect(kept.length).toBeGreaterThan(10)
  expect(kept).toEqual(refs.slice(-kept.length))
})

it('reads no history from malformed data, and never throws', () => {
  expect(parseHistory('{"version":2,"servers":{}}')).toBeNull()
  expect(parseHistory('{"version":1,"servers":{"a":[5]}}')).toBeNull()
  fc.assert(
    fc.property(fc.oneof(fc.json(), fc.string()), (text) => {
      for (const [, commands] of parseHistory(text) ?? []) expect(commands.length).toBeLessThanOrEqual(500)
    }),
  )
})
