import { beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../fixtures/cli-here.ts'
import { empty, type FaultPanel, json } from '../fixtures/fault-panel.ts'
import { openFaultPanel } from '../fixtures/open-fault-panel.ts'

const lobby = { identifier: 'a1b2c3d4', name: 'Lobby' }
/** One entry that nothing can be asked of. */
const unusable = [lobby, { identifier: 'bad' }]
/** One server more than is kept of a panel. */
const tooMany = Array.from({ length: 10_001 }, (_, i) => ({ identifier: String(10_000_000 + i), name: `Server ${i}` }))

let panel: FaultPanel
beforeEach(async () => {
  panel = await openFaultPanel()
})

async function run(...argv: readonly string[]) {
  const out = { stdout: '', stderr: '' }
  // What goes on for ever ends when it has said this.
  const said = new AbortController()
  const given = {
    argv,
    env: { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: 'ptlc_0123456789aSecretThatMustNotLeak0123456789ab' },
    stderr: {
      write(chunk: string) {
        out.stderr += chunk
        if (out.stderr.includes('incomplete')) said.abort()
      },
    },
    unread: said.signal,
  }
  return runHere(given, out)
}

/** Answers lists with these entries, and takes every action. */
function listing(entries: readonly unknown[]): void {
  const list = json(200, entries)
  panel.respond((reply, request) => (request.method === 'POST' ? empty(204) : list)(reply, request))
}

const commands = ['list', 'status', 'watch', 'bulk stop --all --dry-run'] as const

describe('a list that was cut', () => {
  beforeEach(() => listing(tooMany))

  it.each([...commands, 'bulk stop --match *1 --dry-run'])('is told and is a failure: %s', async (argv) => {
    const { exit, stderr } = await run(...argv.split(' '))
    expect(exit).toBe(8)
    expect(stderr).toMatch(/^Error: The list of .+ is incomplete\. Left out: at least 1 more server \(/m)
    expect(stderr).toContain('Use a key limited to the servers you need, so that the list is shorter.')
  })

  it('is an error in JSON', async () => {
    const { exit, stderr } = await run('bulk', 'stop', '--all', '--dry-run', '--json')
    expect([exit, JSON.parse(stderr)]).toMatchObject([8, { error: { code: 'list-incomplete' } }])
  })

  it('does not concern a command that names servers which are in it', async () => {
    expect(await run('bulk', 'stop', '10000000', '--dry-run')).toMatchObject({ exit: 0, stderr: '' })
  })
})

describe('an entry that cannot be used', () => {
  beforeEach(() => listing(unusable))

  it.each([...commands, 'bulk stop --match lob* --stagger 0'])('is told, and fails nothing: %s', async (argv) => {
    const { exit, stderr } = await run(...argv.split(' '))
    expect(exit).toBe(0)
    expect(stderr).toMatch(/^Note: The list of .+ is incomplete\. Left out: 1 entry without a valid identifier\.$/m)
  })

  it('is a note in JSON', async () => {
    const { exit, stderr } = await run('list', '--json')
    expect([exit, JSON.parse(stderr)]).toMatchObject([0, { note: { code: 'list-incomplete' } }])
  })
})

describe('an entry of a server that cannot be read', () => {
  const uuid = '1a2b3c4d-0000-4000-8000-000000000001'
  const facts = json(200, { object: 'server', attributes: { ...lobby, uuid, internal_id: 1 } })
  const list = (entries: readonly unknown[]) => json(200, { object: 'list', data: entries, meta: startupMeta })
  const startupMeta = { startup_command: '', raw_startup_command: '', docker_images: {} }
  const answer = (entries: readonly unknown[]) =>
    panel.respond((reply, request) => (/\/servers\/[^/]+$/.test(request.path) ? facts : list(entries))(reply, request))

  const ofServer = ['activity', 'backup list', 'db list', 'files ls', 'schedule list', 'startup get'] as const

  it.each(ofServer)('is told beside the list, and fails nothing: %s', async (argv) => {
    answer([{ attributes: {} }, { attributes: {} }])
    const { exit, stdout, stderr } = await run(...argv.split(' '), lobby.identifier)
    expect({ exit, stderr }).toEqual({
      exit: 0,
      stderr: 'Note: The list is incomplete. Left out: 2 entries.\nFor what was left out, use the panel itself.\n',
    })
    expect(stdout).toMatch(/^No.+\.\n$/)
  })

  it.each(ofServer)('is a note in JSON: %s', async (argv) => {
    answer([{ attributes: {} }])
    const { exit, stdout, stderr } = await run(...argv.split(' '), lobby.identifier, '--json')
    expect([exit, JSON.parse(stdout)]).toEqual([0, []])
    const { note } = JSON.parse(stderr)
    expect(note).toMatchObject({ code: 'list-incomplete', message: 'The list is incomplete. Left out: 1 entry.' })
  })

  it.each(ofServer)('is not made up: %s', async (argv) => {
    answer([])
    expect(await run(...argv.split(' '), lobby.identifier)).toMatchObject({ exit: 0, stderr: '' })
  })

  it('may be the variable that is asked for', async () => {
    answer([{ attributes: {} }])
    const { exit, stderr } = await run('startup', 'get', lobby.identifier, 'VERSION')
    expect([exit, stderr]).toEqual([8, expect.stringMatching(/^Note: The list is incomplete\..+\n.+\nError: /)])
  })
})

it('says nothing of a list that is whole', async () => {
  listing([lobby])
  expect(await run('bulk', 'stop', '--all', '--dry-run')).toMatchObject({ exit: 0, stderr: '' })
})
