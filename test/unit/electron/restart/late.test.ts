import { beforeEach, expect, it } from 'vitest'
import { createPanelClient } from '../../../../electron/panel/client.ts'
import type { RestartChoices } from '../../../../shared/model/restart-schema.ts'
import { ok } from '../../../../shared/result.ts'
import { server, setUpPlanRig } from '../../../fixtures/plan-rig.ts'
import { restartChoices } from '../../../fixtures/plan-view.ts'

const { clock, rig } = setUpPlanRig()
/** What reached the panel, with its seconds since the start. */
let received: string[]
/** From so many seconds on the panel is not over its rate limit any more. */
let limitedUntil: number
let readToken: () => Promise<void>

beforeEach(() => {
  received = []
  limitedUntil = 0
  readToken = async () => undefined
  const client = createPanelClient({
    baseUrl: 'https://panel.home.example/api/client',
    readToken: async () => {
      await readToken()
      return ok('ptlc_test')
    },
    clock,
    random: () => 0,
    async fetch(input, init) {
      const body = await new Request(input, init).text()
      const seconds = clock.mono() / 1_000
      const left = Math.ceil(limitedUntil - seconds)
      if (left > 0) return new Response(null, { status: 429, headers: { 'retry-after': String(left) } })
      received.push(`${Object.values(JSON.parse(body))} @${Math.round(seconds)}`)
      return new Response(null, { status: 204 })
    },
  })
  rig.answer.power = (options) => client.sendPower(server.identifier, rig.sent.at(-1)?.what as 'restart', options)
  rig.answer.command = (options) => client.sendCommand(server.identifier, rig.sent.at(-1)?.what ?? '', options)
})

function start(inSeconds: number, more: Partial<RestartChoices> = {}) {
  const choices = restartChoices({ warnings: [], text: 'warn {time}', ...more })
  rig.plans.start({ ref: server.ref, choices, zeroAt: clock.now() + inSeconds * 1_000, origin: 'tray' })
}

it('is not sent after a rate limit that lasts longer than the grace', async () => {
  start(10)
  limitedUntil = 20
  await clock.pass(120_000)
  expect(received).toEqual([])
  expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'rate-limited' } })
})

it('is sent after one that is over soon', async () => {
  start(10)
  limitedUntil = 11
  await clock.pass(120_000)
  expect(received).toEqual(['restart @11'])
})

it('is not sent after sleep in the middle of a short one', async () => {
  start(10)
  limitedUntil = 11
  await clock.pass(10_500)
  clock.doze(3_600_000, false)
  await clock.pass(120_000)
  expect(received).toEqual([])
  expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'too-late' } })
})

it.each([
  ['restart', 'failed'],
  ['warn 5 seconds', 'watching'],
])('leaves out a %s whose token a keyring gave too late', async (what, phase) => {
  start(10, { warnings: what === 'restart' ? [] : [5] })
  let asked = 0
  readToken = async () => {
    if (asked++ === 0) await clock.sleep(4_000)
  }
  await clock.pass(120_000)
  expect(received).toEqual(what === 'restart' ? [] : ['restart @10'])
  expect(rig.plan().phase).toBe(phase)
})

it('is not sent late where the clock is set back while a keyring holds it', async () => {
  start(10)
  readToken = async () => void (await clock.sleep(4_000))
  await clock.pass(11_000)
  clock.set(-3_600_000)
  await clock.pass(120_000)
  expect(received).toEqual([])
  expect(rig.plan()).toMatchObject({ phase: 'failed', error: { code: 'too-late' } })
})

it('waits with a start, so that a server that was stopped comes back', async () => {
  start(10, { atZero: 'stop-start' })
  await clock.pass(20_000)
  limitedUntil = 35
  rig.see({ state: 'offline' }, 'confirmed')
  await clock.pass(60_000)
  expect(received).toEqual(['stop @10', 'start @35'])
})

it('leaves out a warning that a rate limit holds back until after zero', async () => {
  start(3, { warnings: [1] })
  await clock.pass(1_900)
  // The warning of one second is refused for its rate at 2 s, and could go out again after zero.
  limitedUntil = 3.4
  await clock.pass(60_000)
  expect(received.filter((what) => what.startsWith('warn'))).toEqual([])
})

it.each(['now', 'cancel', 'postpone'] as const)(
  'leaves out a warning that waits when the person says: %s',
  async (what) => {
    start(20, { warnings: [10], atZero: 'restart' })
    await clock.pass(9_900)
    limitedUntil = 11.5
    await clock.pass(600)
    const { id } = rig.plan()
    if (what === 'now') rig.plans.now(id, 'window')
    else if (what === 'cancel') rig.plans.cancel(id, false, 'window')
    else rig.plans.postpone(id)
    await clock.pass(60_000)
    expect(received.filter((one) => one.startsWith('warn'))).toEqual([])
    await clock.pass(600_000)
    // Five minutes later it is ten seconds before zero again.
    expect(received.filter((one) => one.startsWith('warn'))).toEqual(
      what === 'postpone' ? ['warn 10 seconds @310'] : [],
    )
  },
)
