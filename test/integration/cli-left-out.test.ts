import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { runHere } from '../fixtures/cli-here.ts'
import { empty, type FaultPanel, json, startFaultPanel } from '../fixtures/fault-panel.ts'

const lobby = { identifier: 'a1b2c3d4', name: 'Lobby' }
/** One entry that nothing can be asked of. */
const unusable = [lobby, { identifier: 'bad' }]
/** One server more than is kept of a panel. */
const tooMany = Array.from({ length: 10_001 }, (_, i) => ({ identifier: String(10_000_000 + i), name: `Server ${i}` }))

let panel: FaultPanel
beforeEach(async () => {
  panel = await startFaultPanel()
})
afterEach(() => panel.close())

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

it('says nothing of a list that is whole', async () => {
  listing([lobby])
  expect(await run('bulk', 'stop', '--all', '--dry-run')).toMatchObject({ exit: 0, stderr: '' })
})
