import { cpSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createSaveJournals, journalsPath } from '../../electron/backups/save-journals.ts'
import { withoutColours } from '../../electron/console/line-text.ts'
import type { Clock } from '../../electron/lib/clock.ts'
import { isAlive } from '../../electron/lib/is-alive.ts'
import { serverIdentifierSchema } from '../../shared/model/identifier-schema.ts'
import { type Permission, permissions } from '../../shared/model/permission.ts'
import { ok } from '../../shared/result.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { type ScriptProcess, startCliProcess } from '../fixtures/cli-process.ts'
import { setUpCoreRig } from '../fixtures/core-rig.ts'
import { demoServers, must } from '../fixtures/demo.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'
import { eventually } from '../fixtures/eventually.ts'
import { jsonLines } from '../fixtures/lines.ts'
import { advanceUntil } from '../fixtures/open-core.ts'
import { createTestLog } from '../fixtures/test-log.ts'

const { survival: server } = demoServers
const identifier = serverIdentifierSchema.parse(server)
/** Ids that no process has. */
const [firstPid, nextPid] = [4_194_400, 4_194_401]

type Panel = { consoleLines: (server: string) => readonly string[] }
const savesIn = (panel: Panel) =>
  panel.consoleLines(server).flatMap((line) => /\b(save-(?:off|on|all)[a-z ]*)$/.exec(withoutColours(line))?.[1] ?? [])

/** The journals of a profile as a command has them; by default one that is gone by the time that others look. */
const openJournals = (profile: string, clock: Clock, pid = firstPid) =>
  createSaveJournals({
    folder: journalsPath(profile),
    clock,
    log: createTestLog(),
    newId: () => crypto.randomUUID(),
    pid,
    isAlive,
  })
const left = (profile: string) => readdirSync(journalsPath(profile))

describe('by the next command', () => {
  const rig = setUpFakeDemo((demo) => demo.panel.backups.setThrottle(null))
  let profile: string
  beforeEach(() => {
    profile = mkdtempSync(join(tmpdir(), 'cli-saving-'))
  })
  afterEach(() => rmSync(profile, { recursive: true }))

  const start = (argv: readonly string[], pid: number) =>
    startOn(rig, { argv, openSaveJournals: async () => openJournals(profile, rig.demo.clock, pid) })
  const run = (...argv: readonly string[]) => start(argv, nextPid).end(10 * 60_000)

  /** Leaves on disk what a command does that is killed once the server was told not to save. */
  function killed(isUndoSent = false): void {
    openJournals(profile, rig.demo.clock).keep([
      {
        baseUrl: rig.demo.baseUrl,
        identifier,
        name: 'Survival',
        undo: 'save-on',
        isUndoSent,
        at: rig.demo.clock.now(),
      },
    ])
  }

  /** Gives the panel's keys a permission, or takes it from them. */
  function letKey(what: Permission, may: boolean): void {
    const granted = permissions.filter((one) => may || one !== what)
    for (const { id } of rig.demo.panel.listKeys()) must(rig.demo.panel.updateKey(id, { permissions: granted }))
  }

  it('a server is told to save again, once, and that is said', async () => {
    killed()
    const { exit, stderr } = await run('list', '--json')
    expect(exit).toBe(0)
    expect(jsonLines(stderr)).toEqual([
      { note: { code: 'saving-again', message: expect.stringContaining('Survival'), hint: expect.any(String) } },
    ])
    expect((await run('list')).stderr).toBe('')
    expect([savesIn(rig.demo.panel), left(profile)]).toEqual([['save-on'], []])
  })

  it('what may have gone out is not sent again, but said until a person sends it', async () => {
    killed(true)
    const words = 'Note: The world of Survival may not be saved'
    for (const _ of [1, 2]) expect((await run('list')).stderr).toContain(words)
    expect(savesIn(rig.demo.panel)).toEqual([])
    expect(await run('send', server, 'save-on')).toMatchObject({ exit: 0, stderr: '' })
    expect((await run('list')).stderr).toBe('')
    expect([savesIn(rig.demo.panel), left(profile)]).toEqual([['save-on'], []])
  })

  it('a server that is off needs nobody', async () => {
    await rig.on(server).send('POST', '/power', { signal: 'kill' })
    killed()
    expect((await run('list')).stderr).toBe('')
    expect([savesIn(rig.demo.panel), left(profile)]).toEqual([[], []])
  })

  it('a refusal is said with the next step, and the next command tries it once more', async () => {
    killed()
    letKey('console', false)
    expect((await run('list')).stderr).toContain('could not be told to save again')
    letKey('console', true)
    expect((await run('list')).stderr).toContain('It is saved again now')
    expect(left(profile)).toEqual([])
  })

  it('of another panel is left alone', async () => {
    const other = openJournals(profile, rig.demo.clock)
    const baseUrl = 'https://elsewhere.example.com/api/client'
    other.keep([{ baseUrl, identifier, name: 'X', undo: 'save-on', isUndoSent: false, at: rig.demo.clock.now() }])
    expect((await run('list')).stderr).toBe('')
    expect(left(profile)).toHaveLength(1)
  })

  it('a backup in order leaves nothing, and is on disk while the server does not save', async () => {
    const command = start(['backup', 'create', server, '--before', 'save-off'], nextPid)
    await advanceUntil(rig.demo.clock, () => savesIn(rig.demo.panel).length === 1)
    expect(left(profile)).toHaveLength(1)
    expect(await command.end(10 * 60_000)).toMatchObject({ exit: 0, stderr: '' })
    expect([savesIn(rig.demo.panel), left(profile)]).toEqual([['save-off', 'save-on'], []])
  })

  it('where the panel refuses to let it save again, the command says so at its end', async () => {
    const command = start(['backup', 'create', server, '--before', 'save-off'], nextPid)
    await advanceUntil(rig.demo.clock, () => savesIn(rig.demo.panel).length === 1)
    letKey('console', false)
    const { exit, stderr } = await command.end(10 * 60_000)
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^Note: The world of \S+ may not be saved: .* could not be told to save again\.\n/)
    expect(left(profile)).toHaveLength(1)
  })
})

describe('what a command leaves that is killed in the middle', () => {
  const app = setUpCoreRig()
  let copy: string
  let cli: ScriptProcess | undefined
  beforeEach(() => {
    copy = mkdtempSync(join(tmpdir(), 'cli-saving-'))
  })
  afterEach(() => {
    cli?.child.kill('SIGKILL')
    rmSync(copy, { recursive: true })
  })

  it('is made good by the next command, and by the next start of the app', async () => {
    cli = startCliProcess(['backup', 'create', server, '--before', 'save-off', '--wait'], {
      SERVERTRAY_URL: app.demo.baseUrl,
      SERVERTRAY_TOKEN: app.token,
      SERVERTRAY_HOME: app.profile,
    })
    await eventually(() => expect(savesIn(app.demo.panel)).toEqual(['save-off']))
    cli.child.kill('SIGKILL')
    expect(await cli.end).toMatchObject({ code: null, stdout: '' })
    expect(left(app.profile)).toHaveLength(1)
    cpSync(journalsPath(app.profile), journalsPath(copy), { recursive: true })

    const here = { demo: { ...app.demo, clock: app.clock }, token: app.token }
    const openSaveJournals = async () => openJournals(copy, app.clock)
    const { exit, stderr } = await startOn(here, { argv: ['list'], openSaveJournals }).end()
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^Note: The world of \S+ was not saved for a while.* It is saved again now\.\n/)
    expect([savesIn(app.demo.panel), left(copy)]).toEqual([['save-off', 'save-on'], []])

    await app.seen(app.core.dispose().then(() => ok()))
    const next = await app.reopen()
    const told = () => Object.values(next.store.get().notices).map(({ message }) => message)
    await app.until(() => told().length > 0)
    expect(told()).toEqual([
      expect.stringMatching(/^The world of \S+ was not saved for a while.*It is saved again now\.$/),
    ])
    expect([savesIn(app.demo.panel), left(app.profile)]).toEqual([['save-off', 'save-on', 'save-on'], []])
  })
})
