import { cpSync, existsSync, readdirSync } from 'node:fs'
import { afterEach, describe, expect, it } from 'vitest'
import { withoutColours } from '../../electron/console/line-text.ts'
import { createJournal, journalFolder } from '../../electron/jobs/journal.ts'
import type { Clock } from '../../electron/lib/clock.ts'
import type { OpenJob } from '../../shared/jobs/contract.ts'
import { type Permission, permissions } from '../../shared/keys/permission.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { ok } from '../../shared/result.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { type ScriptProcess, startCliProcess } from '../fixtures/cli-process.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { openJob } from '../fixtures/open-job.ts'
import { setUpFolder, temporaryFolder } from '../fixtures/temporary-folder.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const { survival: server } = demoServers
const identifier = serverIdentifierSchema.parse(server)
/** Ids that no process has. */
const [firstPid, nextPid] = [4_194_400, 4_194_401]

type Panel = { consoleLines: (server: string) => readonly string[] }
const savesIn = (panel: Panel) =>
  panel.consoleLines(server).flatMap((line) => /\b(save-(?:off|on|all)[a-z ]*)$/.exec(withoutColours(line))?.[1] ?? [])

/** The journal of a profile as a command has it; by default one that is gone by the time that others look. */
const journalOf = (profile: string, clock: Clock, pid = firstPid) =>
  createJournal({ profile, clock, log: createTestLog(), pid })
const left = (profile: string) => (existsSync(journalFolder(profile)) ? readdirSync(journalFolder(profile)) : [])

describe('by the next command', () => {
  const rig = setUpFakeDemo((demo) => demo.panel.backups.setThrottle(null))
  const profile = setUpFolder()

  const start = (argv: readonly string[], pid: number) =>
    startOn(rig, { argv, openJournal: () => journalOf(profile(), rig.demo.clock, pid) })
  const run = (...argv: readonly string[]) => start(argv, nextPid).end(10 * 60_000)

  /** Leaves on disk what a command does that is killed once the server was told not to save. */
  const killed = (more: Partial<OpenJob> = {}) =>
    journalOf(profile(), rig.demo.clock).write(
      openJob({ baseUrl: rig.demo.baseUrl, identifier, undo: ['save-on'], startedAt: rig.demo.clock.now(), ...more }),
    )

  /** Gives the panel's keys a permission, or takes it from them. */
  function letKey(what: Permission, may: boolean): void {
    const granted = permissions.filter((one) => may || one !== what)
    for (const { id } of rig.demo.panel.listKeys()) must(rig.demo.panel.updateKey(id, { permissions: granted }))
  }

  it('is said with the next step, and not sent by itself', async () => {
    killed()
    const { exit, stderr } = await run('list', '--json')
    expect(exit).toBe(0)
    const message = expect.stringContaining('The world of Survival may not be saved')
    const hint = `Run “servertray send ${server} save-on”. Until then each command says this.`
    expect(jsonLines(stderr)).toEqual([{ note: { code: 'saving-off', message, hint } }])
    expect(savesIn(rig.demo.panel)).toEqual([])
  })

  it('is said by each command until a person sends it', async () => {
    killed({ hasEnded: true })
    for (const _ of [1, 2]) expect((await run('list')).stderr).toContain('Note: The world of Survival may not be saved')
    expect(await run('send', server, 'save-on')).toMatchObject({ exit: 0, stderr: '' })
    expect((await run('list')).stderr).toBe('')
    expect([savesIn(rig.demo.panel), left(profile())]).toEqual([['save-on'], []])
  })

  it('of another panel is left alone', async () => {
    killed({ baseUrl: 'https://elsewhere.example.com/api/client' })
    expect((await run('list')).stderr).toBe('')
    expect(left(profile())).toHaveLength(1)
  })

  it('a backup in order leaves nothing, and is on disk while the server does not save', async () => {
    const command = start(['backup', 'create', server, '--before', 'save-off'], nextPid)
    await advanceUntil(rig.demo.clock, () => savesIn(rig.demo.panel).length === 1)
    expect(left(profile())).toHaveLength(1)
    expect(await command.end(10 * 60_000)).toMatchObject({ exit: 0, stderr: '' })
    expect([savesIn(rig.demo.panel), left(profile())]).toEqual([['save-off', 'save-on'], []])
  })

  it('where the panel refuses to let it save again, the command says so at its end', async () => {
    const command = start(['backup', 'create', server, '--before', 'save-off'], nextPid)
    await advanceUntil(rig.demo.clock, () => savesIn(rig.demo.panel).length === 1)
    letKey('console', false)
    const { exit, stderr } = await command.end(10 * 60_000)
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^Note: The world of \S+ may not be saved: .* told to save again\.\n/)
    expect(left(profile())).toHaveLength(1)
  })
})

describe('what a command leaves that is killed in the middle', () => {
  const app = setUpCoreRig()
  let cli: ScriptProcess | undefined
  afterEach(() => void cli?.child.kill('SIGKILL'))

  it('is said by the next command, and by the next start of the app, which sends it when asked', async () => {
    cli = startCliProcess(['backup', 'create', server, '--before', 'save-off', '--wait'], {
      SERVERTRAY_URL: app.demo.baseUrl,
      SERVERTRAY_TOKEN: app.token,
      SERVERTRAY_HOME: app.profile,
    })
    await eventually(() => expect(savesIn(app.demo.panel)).toEqual(['save-off']))
    cli.child.kill('SIGKILL')
    expect(await cli.end).toMatchObject({ code: null, stdout: '' })
    expect(left(app.profile)).toHaveLength(1)
    const copy = temporaryFolder()
    cpSync(journalFolder(app.profile), journalFolder(copy), { recursive: true })

    const here = { demo: { ...app.demo, clock: app.clock }, token: app.token }
    const openJournal = () => journalOf(copy, app.clock, nextPid)
    const { exit, stderr } = await startOn(here, { argv: ['list'], openJournal }).end()
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^Note: The world of \S+ may not be saved: /)

    await app.seen(app.core.dispose().then(() => ok()))
    const next = await app.reopen()
    await app.until(() => Object.keys(next.store.get().servers).length > 0)
    const [notice] = Object.values(next.store.get().notices)
    expect(notice).toMatchObject({
      message: expect.stringMatching(/^Servertray ended during the backup of \S+\. It is not known/),
      hint: expect.stringContaining('may not be saved until it gets “save-on”'),
    })
    await app.seen(next.handlers['jobs:undo']({ id: notice?.job?.id ?? '' }, { pageId: 1 }))
    expect(savesIn(app.demo.panel)).toEqual(['save-off', 'save-on'])
  })
})
