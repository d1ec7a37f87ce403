import { execFile } from 'node:child_process'
import { mkdir, mkdtemp, readdir, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { systemClock } from '../../electron/lib/clock.ts'
import manifest from '../../package.json' with { type: 'json' }
import { demoServers, type StartedDemo, startDemo } from '../fixtures/demo.ts'
import { findOldestNode } from '../fixtures/oldest-node.ts'
import { unless, whyNoUnix } from '../report/unless.ts'
import { startLoopbackRegistry } from './loopback-registry.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const isWindows = process.platform === 'win32'
const node = findOldestNode()
const run = promisify(execFile)

let folder: string
let prefix: string
let elsewhere: string
let panel: StartedDemo
let token: string

/** npm as a person has it, without the settings of the npm that may run this test. */
const npmEnv = () => ({
  ...Object.fromEntries(Object.entries(process.env).filter(([name]) => !name.toLowerCase().startsWith('npm_'))),
  HOME: elsewhere,
})

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'servertray-cli-'))
  prefix = join(folder, 'prefix')
  elsewhere = join(folder, 'elsewhere')
  await mkdir(elsewhere)
  await run(process.execPath, ['build/package.ts', '--cli'], { cwd: root })
  // Its one library comes from here, so that no network is needed.
  const registry = await startLoopbackRegistry(['@github/keytar', 'node-addon-api'], join(folder, 'registry'))
  try {
    const tarball = `./dist/servertray-cli-${manifest.version}.tgz`
    const places = ['--prefix', prefix, '--cache', join(folder, 'cache'), '--registry', registry.url]
    await run('npm', ['install', '-g', ...places, '--no-audit', '--no-fund', tarball], {
      cwd: root,
      env: npmEnv(),
      shell: isWindows,
    })
  } finally {
    await registry.close()
  }
  panel = await startDemo({ clock: systemClock })
  token = panel.token()
})
afterAll(async () => {
  await panel?.panel.dispose()
  await rm(folder, { recursive: true, force: true })
})

const installed = () => join(prefix, isWindows ? '' : 'lib', 'node_modules', 'servertray-cli')
const program = () => (isWindows ? join(installed(), 'servertray.js') : join(prefix, 'bin', 'servertray'))

/** The installed command from another folder, with the oldest Node there is. */
function servertray(argv: readonly string[]) {
  const credentials = { SERVERTRAY_URL: panel.baseUrl, SERVERTRAY_TOKEN: token }
  const home = { HOME: elsewhere, SERVERTRAY_HOME: join(elsewhere, 'profile'), PATH: dirname(node) }
  const options = { cwd: elsewhere, env: { ...home, ...credentials } }
  return isWindows ? run(node, [program(), ...argv], options) : run(program(), argv, options)
}

describe(`the command line as npm installs it, with ${node}`, () => {
  test('depends on the keychain only, and holds no source', async () => {
    const { bin, engines, dependencies } = JSON.parse(await readFile(join(installed(), 'package.json'), 'utf8'))
    expect({ bin, engines, dependencies }).toEqual({
      bin: { servertray: 'servertray.js' },
      engines: { node: '>=20.3' },
      dependencies: { '@github/keytar': manifest.dependencies['@github/keytar'] },
    })
    const files = await readdir(installed())
    const expected = /^(node_modules|package\.json|LICENSE|README\.md|licences\.md|[\w-]+\.js)$/
    expect(files.filter((file) => !expected.test(file))).toEqual([])
    const page = await readFile(join(root, 'docs/command-line.md'), 'utf8')
    expect(await readFile(join(installed(), 'README.md'), 'utf8')).toBe(page)
  })

  test('lists servers', async () => {
    const { stdout, stderr } = await servertray(['list', '--json'])
    expect(stderr).toBe('')
    expect(JSON.parse(stdout)).toContainEqual(expect.objectContaining({ identifier: demoServers.survival }))
  })

  test.each<[string[], RegExp]>([
    [['--version'], new RegExp(`^${manifest.version}\\n$`)],
    [['keys', 'add', '--help'], /^Usage: servertray keys add /],
    [['completion', 'bash'], /complete -F _servertray servertray\n$/],
    [['status'], /a1b2c3d4 /],
    [['send', demoServers.survival, 'list'], /accepted the command/],
    [['bulk', 'start', '--all', '--dry-run'], /a1b2c3d4/],
    [['restart', demoServers.survival, '--warn', ''], /accepted the restart/],
    [['keys', 'list'], /No keys/],
    [['plan', 'list'], /No /],
  ])('%j', async (argv, said) => expect((await servertray(argv)).stdout).toMatch(said))

  test.each([[['watch']], [['console', demoServers.survival, '--no-input']]])(
    '%j goes on until it is stopped',
    unless(whyNoUnix()),
    async (argv) => {
      const running = servertray(argv)
      running.child.stdout?.once('data', () => running.child.kill('SIGINT'))
      expect((await running).stdout).toMatch(/\S/)
    },
  )

  test('tells a misuse by its exit code', async () => {
    await expect(servertray(['lists'])).rejects.toMatchObject({ code: 2, stdout: '' })
  })
})
