import { describe, expect, it } from 'vitest'
import { setUpCli } from '../fixtures/cli-rig.ts'
import { demoServers } from '../fixtures/demo.ts'

/** Servers that are in no list, as all that an admin doesn't own (seen on real panels), and full uuids. */

const { survival, creative } = demoServers
const { demo, run, runStored, posts } = setUpCli()
const stored = (...argv: readonly string[]) => runStored([{ id: 'home', baseUrl: demo().baseUrl }], argv)
const uuidOf = async (identifier: string): Promise<string> => {
  const { baseUrl, token } = demo()
  const answer = await fetch(`${baseUrl}/servers/${identifier}`, { headers: { Authorization: `Bearer ${token()}` } })
  const { attributes }: { attributes: { uuid: string } } = JSON.parse(await answer.text())
  return attributes.uuid
}

const commands: readonly (readonly [string, (server: string) => readonly string[]])[] = [
  ['restart', (server) => ['restart', server, '--warn', '']],
  ['bulk', (server) => ['bulk', 'restart', creative, server, '--stagger', '0']],
  ['power', (server) => ['power', server, 'restart']],
  ['console', (server) => ['console', server, '--no-input', '--for', '0.5']],
  ['backup', (server) => ['backup', 'list', server]],
]

const sentToSurvival = () => posts('power').filter(({ path }) => path.endsWith(`/servers/${survival}/power`)).length

describe.each(commands)('%s finds a server that is in no list', (name, argvOf) => {
  const signals = name === 'console' || name === 'backup' ? 0 : 1

  it('by its identifier, with a stored key', async () => {
    demo().panel.unlist(survival)
    const { exit } = await stored(...argvOf(survival))
    expect([exit, sentToSurvival()]).toEqual([0, signals])
  })

  it('by its full uuid, with credentials of the environment', async () => {
    demo().panel.unlist(survival)
    const { code } = await run(...argvOf((await uuidOf(survival)).toUpperCase()))
    expect([code, sentToSurvival()]).toEqual([0, signals])
  })
})

it('acts by the key of somebody to whom nothing is listed', async () => {
  for (const identifier of Object.values(demoServers)) demo().panel.unlist(identifier)
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
