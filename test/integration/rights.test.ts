import { describe, expect, it } from 'vitest'
import { backupIdSchema } from '../../shared/backups/contract.ts'
import { whyNotAllowed } from '../../shared/keys/allowed.ts'
import type { Need } from '../../shared/keys/rights.ts'
import { missingPermissionOfServer } from '../../shared/keys/server-keys.ts'
import type { PowerSignal } from '../../shared/model/power.ts'
import type { Schedule } from '../../shared/model/restart-schema.ts'
import { ok } from '../../shared/result.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { restartChoices } from '../fixtures/plan-view.ts'

/** What has several steps, by an account that may not do a later one: nothing of it is sent. */

const rig = setUpCoreRig({ resourcesCacheMs: 20_000 })
const from = { pageId: 1 }
const posts = () =>
  rig.demo.panel
    .requests()
    .filter(({ method }) => method !== 'GET')
    .map(({ path }) => path.slice(path.lastIndexOf('/')))
const deny = (...rights: string[]) => rig.demo.panel.deny(rights, rig.identifier)
const lacking = (right: string) => ({
  ok: false,
  error: { code: 'permission-lacking', message: expect.stringContaining(`(${right})`) },
})
const warned = (seconds: number) => restartChoices({ warnings: [seconds], text: 'say {time}', onWarningFailed: 'stop' })
const plan = () => Object.values(rig.core.store.get().plans)[0]

describe('a guided restore', () => {
  const begin = async (more: { backsUpFirst?: boolean } = {}) => {
    const backup = await rig.demo.panel.backups.add(rig.identifier, { name: 'Old', agoMs: 3_600_000 })
    const list = must(await rig.seen(rig.core.handlers['backups:list']({ ref: rig.ref }, from)))
    const id = backupIdSchema.parse(list.backups.find((one) => one.id === backup)?.id)
    const order = { ref: rig.ref, id, deletesFiles: false, backsUpFirst: false, confirmed: true as const, ...more }
    return rig.seen(rig.core.handlers['restores:begin'](order, from))
  }

  it.each([
    ['restore', 'backup.restore', {}],
    ['stop the server', 'control.stop', {}],
    ['back up first', 'backup.create', { backsUpFirst: true }],
  ])('leaves a server running that the account may not %s', async (_what, right, more) => {
    deny(right)
    expect(await begin(more)).toMatchObject(lacking(right))
    expect(posts()).toEqual([])
    expect(rig.server().state).toBe('running')
  })
})

describe('an announced restart', () => {
  const order = (seconds: number) => ({ ref: rig.ref, choices: warned(seconds), when: { inSeconds: seconds + 5 } })

  it.each(['control.restart', 'control.console'])('warns nobody where the account lacks %s', async (right) => {
    deny(right)
    expect(await rig.seen(rig.core.handlers['restart:plan'](order(10), from))).toMatchObject(lacking(right))
    await rig.clock.advance(60_000)
    expect([plan(), posts()]).toEqual([undefined, []])
  })

  it('is checked again before its first warning', async () => {
    const later = { ...order(10), when: { inSeconds: 80 } }
    must(await rig.seen(rig.core.handlers['restart:plan'](later, from)))
    deny('control.restart')
    await rig.until(() => plan()?.phase === 'failed', 90_000)
    expect({ ok: false, error: plan()?.error }).toMatchObject(lacking('control.restart'))
    expect(plan()?.steps.map(({ result }) => result)).toEqual(['skipped', 'skipped'])
    expect(posts()).toEqual([])
  })
})

it('a planned restart is refused when it is made, with the server that it is about', async () => {
  const other = Object.values(rig.core.store.get().servers).find(
    ({ identifier }) => identifier === demoServers.creative,
  )
  const schedule: Omit<Schedule, 'id'> = {
    refs: [rig.ref, ...(other === undefined ? [] : [other.ref])],
    days: [0, 1, 2, 3, 4, 5, 6],
    time: '12:30',
    timeZone: 'UTC',
    choices: warned(60),
    waitMinutes: 60,
    enabled: true,
  }
  deny('control.restart')
  expect(await rig.seen(rig.core.handlers['schedules:save'](schedule, from))).toMatchObject({
    error: { code: 'permission-lacking', message: expect.stringMatching(/^Survival: .*\(control\.restart\)/) },
  })
  expect(rig.core.store.get().schedules).toEqual({})
})

it('a bulk restart with warnings leaves out the servers where the account may not', async () => {
  const refs = Object.values(rig.core.store.get().servers)
    .filter(({ identifier }) => [rig.identifier, demoServers.creative].includes(identifier))
    .map(({ ref }) => ref)
  deny('control.restart')
  const work = { kind: 'restart', choices: warned(5), when: { inSeconds: 6 } } as const
  must(await rig.seen(rig.core.handlers['bulk:start']({ work, refs, staggerMs: 0 }, from)))
  const bulk = () => Object.values(rig.core.store.get().bulks)[0]
  await rig.until(() => bulk()?.items.some(({ outcome }) => outcome === 'failed') === true && posts().length === 2)
  const item = bulk()?.items.find(({ ref }) => ref === rig.ref)
  expect({ ok: false, error: item?.error }).toMatchObject(lacking('control.restart'))
  const there = rig.demo.panel.requests().filter(({ method }) => method === 'POST')
  expect(there.every(({ path }) => path.includes(demoServers.creative))).toBe(true)
})

it('a backup tells no game to save that the account may not back up', async () => {
  deny('backup.create')
  const request = { ref: rig.ref, name: '', isLocked: false, ignored: '', before: ['save-off', 'save-all'] }
  expect(await rig.seen(rig.core.handlers['backups:create'](request, from))).toMatchObject(lacking('backup.create'))
  expect(posts()).toEqual([])
})

describe('an account that was let in to restart a server alone', () => {
  const power = (signal: PowerSignal) =>
    rig.seen(rig.core.handlers['servers:power']({ ref: rig.ref, signal, confirmed: true }, from))
  const may = () => Object.values(rig.server().accounts ?? {})[0]?.may ?? null
  /** As its list has it, before anything was read of it. */
  async function letIn() {
    deny('control.start', 'control.stop', 'control.console', 'backup.read')
    must(await rig.seen(rig.core.handlers['servers:refresh'](undefined, from)))
  }
  const reason = (need: Need) => missingPermissionOfServer(rig.core.store.get(), rig.server(), need, rig.clock.now())

  it('is offered nothing else, soon after somebody looks', async () => {
    await letIn()
    await rig.seen(rig.core.handlers['servers:setVisible']({ refs: [rig.ref] }, from))
    await rig.until(() => may() !== null)
    expect(reason('control.stop')?.reason).toBe('account lacks control.stop')
    expect([reason('control.restart'), reason('power')]).toEqual([null, null])
    expect(await power('kill')).toMatchObject(lacking('control.stop'))
    expect(posts()).toEqual([])
    expect(whyNotAllowed(rig.core.store.get(), rig.server(), 'backups', 'view', rig.clock.now())).toBe(
      'this account lacks backup.read',
    )
    deny('control.console')
    await rig.until(() => reason('control.stop') === null, 120_000)
    expect(await power('stop')).toEqual(ok())
  })

  it('is offered all again at once after “Check again”', async () => {
    await letIn()
    await rig.seen(rig.core.handlers['servers:setVisible']({ refs: [rig.ref] }, from))
    await rig.until(() => reason('control.stop') !== null)
    deny('control.start')
    const [keyId] = rig.server().keyIds
    if (keyId !== undefined) must(await rig.seen(rig.core.handlers['keys:refresh']({ keyId }, from)))
    expect(reason('control.stop')).toBeNull()
    expect(await power('stop')).toEqual(ok())
  })

  it('is known by the token of its console', async () => {
    await letIn()
    rig.core.handlers['console:watch']({ ref: rig.ref, after: 0 }, from)
    await rig.until(() => may()?.includes('control.restart') === true)
    expect(reason('control.console')?.reason).toBe('account lacks control.console')
  })

  it('is told what a refusal was for', async () => {
    await letIn()
    const sent = await power('stop')
    expect(sent).toMatchObject(lacking('control.stop'))
    expect(sent.ok || sent.error.hint).toBe('The server’s owner can allow it under Users.')
    expect(await power('restart')).toEqual(ok())
    expect(posts()).toEqual(['/power', '/power'])
  })
})
