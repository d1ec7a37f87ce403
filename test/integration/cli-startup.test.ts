import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { fail, ok } from '../../shared/result.ts'
import { startOn } from '../fixtures/cli-here.ts'
import { setUpFakeDemo } from '../fixtures/demo-rig.ts'

/** Rust, which has a secret and numbers among its variables. */
const server = 'c03d7f66'

const rig = setUpFakeDemo()

const run = (...argv: readonly string[]) => startOn(rig, { argv }).end()

describe('startup', () => {
  /** Of a variable that may be empty. */
  const rule = { text: 'nullable|string', input: z.string().nullable() }
  const shown = { description: '', isEditable: true, isHidden: false }

  it('get shows the variables, without what is secret', async () => {
    const { stdout, exit } = await run('startup', 'get', server)
    expect(exit).toBe(0)
    expect(stdout).toMatch(/^MAX_PLAYERS +40 +required\|integer\|between:1,500$/m)
    expect(stdout).toMatch(/^RCON_PASS +•+ /m)
    const json = await run('startup', 'get', server, '--json')
    expect(JSON.parse(json.stdout)).toContainEqual(
      expect.objectContaining({ key: 'RCON_PASS', value: null, isSecret: true }),
    )
    expect(stdout + json.stdout).not.toContain('not-for-tools')
  })

  it('get shows one that is named, a secret as well', async () => {
    expect(await run('startup', 'get', server, 'RCON_PASS')).toMatchObject({ exit: 0, stdout: 'not-for-tools\n' })
    const json = await run('startup', 'get', server, 'MAX_PLAYERS', '--json')
    expect(JSON.parse(json.stdout)).toEqual({ key: 'MAX_PLAYERS', value: '40' })
    expect((await run('startup', 'get', server, 'NOWHERE')).stderr).toContain('no such startup variable')
  })

  it('set changes one, and tells when it counts', async () => {
    expect(await run('startup', 'set', server, 'MAX_PLAYERS', '60')).toMatchObject({
      exit: 0,
      stdout: 'Set MAX_PLAYERS, used at the next start.\n',
    })
    expect((await run('startup', 'get', server, 'MAX_PLAYERS')).stdout).toBe('60\n')
    expect(JSON.parse((await run('startup', 'set', server, 'MAX_PLAYERS', '61', '--json')).stdout)).toEqual({
      key: 'MAX_PLAYERS',
    })
  })

  it('set asks first whether the variable is there, to which a panel answers with an error of its own', async () => {
    expect(await run('startup', 'set', server, 'NOWHERE', '1', '--json')).toMatchObject({
      exit: 8,
      stderr: expect.stringContaining('no such startup variable'),
    })
    expect(rig.demo.panel.requests().filter(({ method }) => method === 'PUT')).toEqual([])
  })

  it('get shows an empty secret as empty', async () => {
    const secret = { name: 'ADMIN_PASSWORD', label: 'Password', value: '', rule, ...shown }
    rig.demo.panel.startup.addVariables(server, [secret])
    expect((await run('startup', 'get', server)).stdout).toMatch(/^ADMIN_PASSWORD +nullable/m)
  })

  it('get does not take what was cleared for its default, nor for empty', async () => {
    const mode = { name: 'MODE', label: 'Mode', value: 'vanilla', rule, ...shown }
    rig.demo.panel.startup.addVariables(server, [mode, { ...mode, name: 'ADMIN_PASSWORD' }])
    for (const key of ['MODE', 'ADMIN_PASSWORD']) await run('startup', 'set', server, key, '')
    const { stdout } = await run('startup', 'get', server)
    for (const key of ['MODE', 'ADMIN_PASSWORD'])
      expect(stdout).toMatch(new RegExp(`^${key} +\\(empty, or the default\\) +nullable`, 'm'))
    expect((await run('startup', 'get', server, 'MODE')).stdout).toBe('(empty, or the default)\n')
    const json = async (...argv: string[]) =>
      JSON.parse((await run('startup', 'get', server, ...argv, '--json')).stdout)
    expect(await json('MODE')).toEqual({ key: 'MODE', value: null })
    expect(await json()).toContainEqual(expect.objectContaining({ key: 'MODE', value: null, isSecret: false }))
  })

  it('set tells what the panel has against a value', async () => {
    const { exit, stderr } = await run('startup', 'set', server, 'MAX_PLAYERS', '9000')
    expect(exit).not.toBe(0)
    expect(stderr).toContain('must not be greater than 500')
  })

  it('set takes a value from standard input, where no other user sees it', async () => {
    const readValue = async () => ok('not for others')
    const set = ['startup', 'set', server, 'RCON_PASS', '--stdin']
    expect(await startOn(rig, { argv: set, readValue }).end()).toMatchObject({
      exit: 0,
      stdout: 'Set RCON_PASS, used at the next start.\n',
      stderr: '',
    })
    expect((await run('startup', 'get', server, 'RCON_PASS')).stdout).toBe('not for others\n')
    expect((await run('startup', 'set', '--help')).stdout).toContain('--stdin')
  })

  it.each([
    ['several lines', ok('a\nb'), 2],
    ['more than any value', ok('x'.repeat(4_001)), 2],
    ['an end', fail('cancelled'), 7],
  ])('set sends nothing after %s on standard input', async (_, read, exit) => {
    const set = ['startup', 'set', server, 'RCON_PASS', '--stdin']
    expect(await startOn(rig, { argv: set, readValue: async () => read }).end()).toMatchObject({ exit, stdout: '' })
    expect(rig.demo.panel.requests()).toEqual([])
  })

  it('a stop ends the wait for a value that nobody types', async () => {
    const stopping = new AbortController()
    const readValue = () => {
      stopping.abort()
      return new Promise<never>(() => undefined)
    }
    const set = ['startup', 'set', server, 'RCON_PASS', '--stdin', '--json']
    expect(await startOn(rig, { argv: set, readValue, stopped: stopping.signal }).end()).toMatchObject({
      exit: 7,
      stdout: '',
      stderr: expect.stringContaining('"cancelled"'),
    })
    expect(rig.demo.panel.requests()).toEqual([])
  })
})

describe('db', () => {
  it('list shows the databases, and no password', async () => {
    expect(await run('db', 'list', server)).toMatchObject({ exit: 0, stdout: 'No databases.\n' })
    const on = rig.on(server)
    const { id, relationships } = await on.attributes('POST', '/databases', { database: 'plots', remote: '%' })
    const { password } = relationships.password.attributes
    const { stdout } = await run('db', 'list', server)
    expect(stdout).toMatch(new RegExp(`^${id} +s${server}_plots +127\\.0\\.0\\.1:3306 +u${server}_\\w+ +%$`, 'm'))
    const json = await run('db', 'list', server, '--json')
    expect(JSON.parse(json.stdout)).toMatchObject([{ id, host: '127.0.0.1', port: 3306, connectionsFrom: '%' }])
    expect(stdout + json.stdout).not.toContain(password)
  })
})
