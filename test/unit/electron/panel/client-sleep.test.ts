import { beforeEach, describe, expect, it } from 'vitest'
import { removeAllocation } from '../../../../electron/allocations/panel.ts'
import { serverFiles } from '../../../../electron/files/panel.ts'
import type { PanelClient } from '../../../../electron/panel/client.ts'
import { createPanelClient, type PanelClientDeps } from '../../../../electron/panel/client.ts'
import { removeSchedule, resetSchedule, setScheduleActive } from '../../../../electron/panel-schedules/panel.ts'
import { updateSettings } from '../../../../electron/server-settings/panel.ts'
import { fileNameSchema } from '../../../../shared/files/contract.ts'
import { rootPath } from '../../../../shared/files/files.ts'
import { ok, type Result } from '../../../../shared/result.ts'
import { id } from '../../../fixtures/client-rig.ts'
import { createFaultyClock, type FaultyClock } from '../../../fixtures/faulty-clock.ts'

const hourMs = 3_600_000
const words = { name: 'Survival', description: '' }
const uuid = 'a1b2c3d4-0000-4000-8000-000000000000'

let clock: FaultyClock
let client: PanelClient
/** What reached the panel, but for what only reads. */
let received: string[]
/** Until so many milliseconds of being awake the panel is over its rate limit. */
let limitedUntil: number
/** How long the keyring takes for a token, in milliseconds. */
let keyringMs: number
/** How long the panel takes for an answer, in milliseconds. */
let answerMs: number

beforeEach(() => {
  clock = createFaultyClock()
  received = []
  limitedUntil = 0
  keyringMs = 0
  answerMs = 0
  client = clientOf()
})

const clientOf = (more: Partial<PanelClientDeps> = {}): PanelClient =>
  createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    async readToken() {
      if (keyringMs > 0) await clock.sleep(keyringMs)
      return ok('ptlc_test')
    },
    clock,
    random: () => 0,
    async fetch(input, init) {
      const { method, url } = new Request(input, init)
      if (answerMs > 0) await clock.sleep(answerMs)
      const left = Math.ceil((limitedUntil - clock.mono()) / 1_000)
      if (left > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(left) } })
      if (method !== 'GET') received.push(`${method} ${new URL(url).pathname.slice('/api/client'.length)}`)
      if (method !== 'GET') return new Response(null, { status: 204 })
      const isList = url.endsWith('/client')
      const attributes = { uuid, ...words, limits: { oom_killer: false } }
      return Response.json(isList ? { object: 'list', data: [] } : { object: 'server', attributes })
    },
    ...more,
  })

/** What came of a call, where the computer slept for so long while it waited. */
async function outcomeOf(call: () => Promise<Result<unknown>>, { asleepMs }: { asleepMs: number }) {
  let outcome: Result<unknown> | null = null
  void call().then((result) => {
    outcome = result
  })
  await clock.pass(5_000)
  expect([outcome, received]).toEqual([null, []])
  clock.doze(asleepMs, false)
  await clock.pass(60_000)
  return outcome
}

const acts: readonly (readonly [string, () => Promise<Result<unknown>>])[] = [
  ['a power signal', () => client.sendPower(id, 'restart')],
  ['a command', () => client.sendCommand(id, 'say hi')],
  ['a deletion of a schedule', () => removeSchedule(client.at(id), 1)],
  // What follows reads something first, and may wait for that.
  ['a change of a schedule', () => setScheduleActive(client.at(id), 1, false)],
  ['a reset of a schedule', () => resetSchedule(client.at(id), 1)],
  ['a new name', () => updateSettings(client.at(id), { seen: words, edit: { ...words, name: 'New' } })],
  ['an address given back', () => removeAllocation(client.at(id), 1)],
  ['a deletion of files', () => serverFiles(client, id).remove(rootPath, [fileNameSchema.parse('world')])],
]

const notSent = {
  ok: false,
  error: {
    code: 'too-late',
    message: 'The computer slept, or it had to wait too long, so it was not sent.',
    hint: 'Try again if you still want it.',
  },
}

it.each(acts)('%s that waited for a rate limit is not sent after sleep', async (_what, act) => {
  limitedUntil = 20_000
  expect(await outcomeOf(act, { asleepMs: hourMs })).toMatchObject(notSent)
  expect(received).toEqual([])
})

it.each(acts)('%s that waited for a keyring is not sent after sleep', async (_what, act) => {
  keyringMs = 9_000
  expect(await outcomeOf(act, { asleepMs: hourMs })).toMatchObject(notSent)
  expect(received).toEqual([])
})

it('is sent after the longest rate limit and the slowest keyring, where the computer was awake', async () => {
  limitedUntil = 29_000
  keyringMs = 9_900
  expect(await outcomeOf(() => client.sendPower(id, 'restart'), { asleepMs: 0 })).toMatchObject({ ok: true })
  expect(received).toHaveLength(1)
})

it('is sent after sleep where whoever sends it says that it may come at any time', async () => {
  limitedUntil = 20_000
  const start = () => client.sendPower(id, 'start', { notAfter: Number.POSITIVE_INFINITY })
  expect(await outcomeOf(start, { asleepMs: hourMs })).toMatchObject({ ok: true })
})

it('goes on reading after sleep', async () => {
  limitedUntil = 20_000
  expect(await outcomeOf(() => client.listServers(), { asleepMs: hourMs })).toMatchObject({ ok: true })
})

describe('a change of which a slow panel is asked first', () => {
  const timeouts = { readMs: 60_000, actMs: 60_000 }
  const changes: readonly (readonly [string, (slow: PanelClient) => Promise<Result<unknown>>])[] = [
    ['a new name', (slow) => updateSettings(slow.at(id), { seen: words, edit: { ...words, name: 'New' } })],
    ['a deletion of files', (slow) => serverFiles(slow, id).remove(rootPath, [fileNameSchema.parse('world')])],
  ]

  it.each(changes)('is sent within the time that was chosen for an answer: %s', async (_what, change) => {
    answerMs = 50_000
    const changed = change(clientOf({ maxWaitMs: 0, timeouts }))
    await clock.pass(120_000)
    expect(await changed).toMatchObject({ ok: true })
    expect(received).toHaveLength(1)
  })

  it('sends the name after a description that took long', async () => {
    answerMs = 50_000
    const edit = { name: 'New', description: 'Of old' }
    const changed = updateSettings(clientOf({ maxWaitMs: 0, timeouts }).at(id), { seen: words, edit })
    await clock.pass(180_000)
    expect([await changed, received.length]).toMatchObject([{ ok: true }, 2])
  })
})
