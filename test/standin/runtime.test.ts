/** Which runtime starts the app. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { commandFor, describeRuntime, findRuntime } from '../../build/runtime.ts'

const name =
  { darwin: 'Electron.app/Contents/MacOS/Electron', win32: 'electron.exe' }[process.platform as string] ?? 'electron'
let folder: string

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'servertray-dist-'))
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const find = (env: NodeJS.ProcessEnv) => findRuntime(env, { whyNot: async () => null })

describe('the runtime', () => {
  it('is the stand-in where it is asked for', async () => {
    const runtime = await find({ SERVERTRAY_RUNTIME: 'standin', ELECTRON_OVERRIDE_DIST_PATH: folder })
    expect(describeRuntime(runtime)).toMatch(/^Runtime: the stand-in .*SERVERTRAY_RUNTIME/)
  })

  it('is the stand-in where a named folder has no binary, and says so in one line', async () => {
    const line = describeRuntime(await find({ ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') }))
    expect(line).toMatch(/^Runtime: the stand-in/)
    expect(line).not.toContain('\n')
  })

  it('never falls back where Electron is forced', async () => {
    await expect(
      find({ SERVERTRAY_RUNTIME: 'electron', ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') }),
    ).rejects.toThrow(/Electron's binary is not at .*empty/)
  })

  it('refuses a name it does not know', async () => {
    await expect(find({ SERVERTRAY_RUNTIME: 'electorn' })).rejects.toThrow('SERVERTRAY_RUNTIME is "electorn"')
  })

  it('is Electron where its binary is, started as Electron', async () => {
    const executable = join(folder, name)
    mkdirSync(dirname(executable), { recursive: true })
    writeFileSync(executable, '')
    const runtime = await find({ ELECTRON_OVERRIDE_DIST_PATH: folder })
    expect(runtime).toMatchObject({ kind: 'electron', executable })
    const command = commandFor(runtime, ['--demo'], { ELECTRON_RUN_AS_NODE: '1', KEPT: 'yes' })
    expect(command).toMatchObject({ file: executable, env: { KEPT: 'yes' } })
    expect(command.args.at(-1)).toBe('--demo')
    expect(command.env).not.toHaveProperty('ELECTRON_RUN_AS_NODE')
  })

  it('runs the built main script on Node with the stand-in', async () => {
    const command = commandFor(await find({ SERVERTRAY_RUNTIME: 'standin' }), ['--demo'], { ELECTRON_RUN_AS_NODE: '1' })
    expect(command.file).toBe(process.execPath)
    expect(command.args.slice(-2)).toEqual([expect.stringMatching(/out.main.main\.js$/), '--demo'])
    // The stand-in's tray is no icon of the desktop's, which would not know of it.
    expect(command.env).toEqual({ SERVERTRAY_TRAY: 'shown' })
  })
})
