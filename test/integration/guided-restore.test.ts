import { afterEach, beforeEach, expect, it } from 'vitest'
import { listRestores, restoreBackup } from '../../electron/backups/panel.ts'
import {
  advanceRestore,
  afterRestart,
  beginRestore,
  noteRequest,
  noteStop,
  type RestoreObservation,
  type RestoreOrder,
  type Restoring,
  wantsActivity,
} from '../../electron/backups/restore.ts'
import type { PanelClient } from '../../electron/panel/client.ts'
import { createPanelClient } from '../../electron/panel/client.ts'
import { conditionOf } from '../../electron/panel/conditions.ts'
import { backupIdSchema, type RestoreView, restoreViewSchema } from '../../shared/backups/contract.ts'
import { hasRestoreEnded, restoreHint } from '../../shared/backups/restore.ts'
import { ok, type Result } from '../../shared/result.ts'
import { demoServers, must, startFakeDemo } from '../fixtures/demo.ts'
import type { BackupTrap } from '../fixtures/demo-panel/backup-controls.ts'
import { server } from '../fixtures/plan-rig.ts'

const identifier = demoServers.survival
const hourMs = 3_600_000

type Demo = Awaited<ReturnType<typeof startFakeDemo>>
let demo: Demo
let client: PanelClient

// A panel whose clock is in another zone than this computer's.
beforeEach(async () => {
  demo = await startFakeDemo({ timeZone: 'America/St_Johns', timings: { startMs: 400, stopMs: 200 } })
  demo.panel.backups.setThrottle(null)
  const token = demo.token()
  client = createPanelClient({
    baseUrl: demo.baseUrl,
    readToken: async () => ok(token),
    clock: demo.clock,
    random: () => 0,
  })
  must(await client.sendPower(identifier, 'start'))
  await demo.clock.advance(5_000)
})
afterEach(() => demo.panel.dispose())

const times = () => ({ now: demo.clock.steady(), wall: demo.clock.now() })

/** A restore of a backup, step by step over the real client, once in so many seconds. */
async function begun(deletesFiles: boolean) {
  const id = backupIdSchema.parse(await demo.panel.backups.add(identifier, { name: 'nightly', agoMs: hourMs }))
  const backup = { id, name: 'nightly', createdAt: null }
  const order = { id: 'restore-1', ref: server.ref, name: 'Survival', backup, deletesFiles, backsUpFirst: false }
  let { restoring } = beginRestore(order, times())
  let activity: RestoreObservation['activity'] = null
  const sent: RestoreOrder['kind'][] = []

  async function read(): Promise<RestoreObservation['reading']> {
    const { now } = times()
    const read = await client.readResources(identifier)
    if (read.ok) return { state: read.value.state, condition: null, readFrom: now - read.value.freshForMs }
    const condition = conditionOf(read.error)
    return condition === null ? null : { state: 'unknown', condition, readFrom: now }
  }

  async function carryOut({ kind }: RestoreOrder): Promise<void> {
    sent.push(kind)
    const note = (result: Result<void>, by: (restoring: Restoring, result: Result<void>) => Restoring) => {
      restoring = by(restoring, result)
    }
    if (kind === 'stop') note(await client.sendPower(identifier, 'stop'), (known, it) => noteStop(known, it, times()))
    if (kind === 'restore') {
      const answer = await restoreBackup(client.at(identifier, {}), id, deletesFiles)
      note(answer, (known, it) => noteRequest(known, it, times()))
    }
  }

  async function step(): Promise<void> {
    await demo.clock.advance(5_000)
    const backups = { askedAt: times().now, told: ok(false) }
    const observation = {
      ...times(),
      reading: await read(),
      isActedOn: false,
      mayLinger: true,
      hasSlept: false,
      activity,
      backups,
    }
    if (wantsActivity(restoring, observation, null))
      activity = { askedAt: observation.now, told: await listRestores(client.at(identifier, {})) }
    const move = advanceRestore(restoring, { ...observation, activity })
    restoring = move.restoring
    for (const order of move.orders) await carryOut(order)
  }

  return {
    sent,
    view: (): RestoreView => restoring.view,
    async until(condition: (view: RestoreView) => boolean) {
      for (let i = 0; i < 2_000 && !condition(restoring.view); i += 1) await step()
      return restoring.view
    },
    /** The app ends, and a later run finds what was kept. */
    restart() {
      activity = null
      restoring = afterRestart(restoreViewSchema.parse(JSON.parse(JSON.stringify(restoring.view))), times())
    },
  }
}

const restores = () =>
  demo.panel.requests().filter(({ method, path }) => method === 'POST' && path.endsWith('/restore'))

it('stops the server, restores it once, and tells that it is done', async () => {
  const restore = await begun(false)
  expect(await restore.until(hasRestoreEnded)).toMatchObject({ phase: 'done', isAccepted: true, error: null })
  expect(restore.sent).toEqual(['stop', 'restore'])
  expect(restores()).toHaveLength(1)
  expect(must(await client.readResources(identifier)).state).toBe('offline')
})

it('is not told by the end of the one before', async () => {
  expect(await (await begun(false)).until(hasRestoreEnded)).toMatchObject({ phase: 'done' })
  demo.panel.backups.setTrap(identifier, 'restore-fails')
  const second = await begun(false)
  expect(await second.until(hasRestoreEnded)).toMatchObject({ phase: 'failed', error: { code: 'restore-failed' } })
})

it.each<[BackupTrap, boolean, RestoreView['phase'], RegExp]>([
  ['restore-fails', false, 'failed', /^Some files/],
  ['restore-fails', true, 'failed', /^All files/],
  ['restore-outlasts', true, 'done', /^The panel left the server off/],
  ['archive-lost', true, 'failed', /^All files of the server may have been deleted/],
])('tells the truth where %s, files deleted first: %s', async (trap, deletesFiles, phase, hint) => {
  demo.panel.backups.setTrap(identifier, trap)
  const restore = await begun(deletesFiles)
  const view = await restore.until(hasRestoreEnded)
  expect(view.phase).toBe(phase)
  expect(restoreHint(view)).toMatch(hint)
  expect(restores()).toHaveLength(1)
})

it('is followed to its end by a later run of the app', async () => {
  const restore = await begun(false)
  await restore.until(({ phase }) => phase === 'following')
  restore.restart()
  expect(await restore.until(hasRestoreEnded)).toMatchObject({ phase: 'done' })
  expect(restore.sent).toEqual(['stop', 'restore'])
})
