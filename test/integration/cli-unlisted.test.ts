import { describe, expect, it } from 'vitest'
import { startHere } from '../fixtures/cli-here.ts'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { call, demoServers } from '../fixtures/demo.ts'
import { eventually } from '../fixtures/eventually.ts'

/** Servers that are in no list, as all that an admin doesn't own (seen on real panels), and full uuids. */

const { survival, creative } = demoServers
const { demo, token, run, runStored, posts } = setUpCli()
const stored = (...argv: readonly string[]) => runStored([{ id: 'home', baseUrl: demo().baseUrl }], argv)
function giveAway(identifier: string): void {
  demo().panel.setAdmin(true)
  demo().panel.giveAway(identifier)
}
const uuidOf = async (identifier: string): Promise<string> => {
  const answer = await call(`${demo().baseUrl}/servers/${identifier}`, token())
  const { attributes }: { attributes: { uuid: string } } = JSON.parse(await answer.text())
  return attributes.uuid
}

const commands: readonly (readonly [string, (server: string) => readonly string[]])[] = [
  ['restart', (server) => ['restart', server, '--warn', '']],
  ['bulk', (server) => ['bulk', 'restart', creative, server, '--stagger', '0']],
  ['power', (server) => ['power', server, 'restart']],
  ['backup', (server) => ['backup', 'list', server]],
]

const sentToSurvival = () => posts('power').filter(({ path }) => path.endsWith(`/servers/${survival}/power`)).length

describe.each(commands)('%s finds a server that is in no list', (name, argvOf) => {
  const signals = name === 'backup' ? 0 : 1

  it('by its identifier, with a stored key', async () => {
    giveAway(survival)
    const { exit } = await stored(...argvOf(survival))
    expect([exit, sentToSurvival()]).toEqual([0, signals])
  })

  it('by its full uuid, with credentials of the environment', async () => {
    giveAway(survival)
    const { code } = await run(...argvOf((await uuidOf(survival)).toUpperCase()))
    expect([code, sentToSurvival()]).toEqual([0, signals])
  })
})

it.each(['its identifier', 'its full uuid'])('console shows one by %s', async (name) => {
  const server = name === 'its identifier' ? survival : await uuidOf(survival)
  giveAway(survival)
  const stopping = new AbortController()
  const env = { SERVERTRAY_URL: demo().baseUrl, SERVERTRAY_TOKEN: token() }
  const { out, exit } = startHere({ argv: ['console', server, '--no-input'], env, stopped: stopping.signal })
  await eventually(() => expect(out.stdout).not.toBe(''))
  stopping.abort()
  await exit
})

it('acts by the key of somebody to whom nothing is listed', async () => {
  for (const identifier of Object.values(demoServers)) giveAway(identifier)
  const { exit } = await stored('restart', survival, '--warn', '')
  expect([exit, sentToSurvival()]).toEqual([0, 1])
})

it('names a server twice, by identifier and uuid, and sends to it once', async () => {
  const { code } = await run('bulk', 'restart', survival, await uuidOf(survival), '--stagger', '0')
  expect([code, posts('power').length]).toEqual([0, 1])
})

it('tells of one that no panel knows, by either name, and sends nothing', async () => {
  for (const server of ['ffffffff', 'ffffffff-93d4-4e0a-8a6e-2b7d4c9f1a30']) {
    const { exit, stderr } = await stored('restart', server)
    expect([exit, stderr]).toEqual([5, expect.stringContaining('The panel has no such server')])
  }
  expect(posts('power')).toEqual([])
})
