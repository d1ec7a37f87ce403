import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { whyNoDisplay } from '../../../build/display.ts'
import { whyElectronCannotRun } from '../../../build/electron-check.ts'
import { describeRuntime, findRuntime } from '../../../build/runtime.ts'
import { unless, whyNoUnix } from '../../report/unless.ts'

const folder = mkdtempSync(join(tmpdir(), 'servertray-electron-'))
/** Stands for a display: it takes connections. */
let display: Server

beforeAll(async () => {
  display = createServer((socket) => socket.end())
  await new Promise<void>((resolve) => display.listen(join(folder, 'wayland-7'), resolve))
})
afterAll(() => {
  display.close()
  rmSync(folder, { recursive: true, force: true })
})

const shown = () => ({ PATH: process.env.PATH, WAYLAND_DISPLAY: 'wayland-7', XDG_RUNTIME_DIR: folder })

describe('a display', unless(whyNoUnix()), () => {
  it.each([
    ['neither kind is named', () => ({}), 'no display'],
    ['a Wayland display answers', shown, null],
    ['it answers under its full path', () => ({ WAYLAND_DISPLAY: join(folder, 'wayland-7') }), null],
    ['X11 answers where Wayland does not', () => ({ WAYLAND_DISPLAY: 'x', DISPLAY: join(folder, 'wayland-7') }), null],
    ['nothing is behind a name of X11', () => ({ DISPLAY: ':7777' }), 'the display :7777 does not answer'],
    ['nothing is behind a host', () => ({ DISPLAY: '127.0.0.1:59000.0' }), /does not answer/],
    ['the name is none', () => ({ DISPLAY: 'nonsense' }), 'the display nonsense does not answer'],
    ['Wayland has no folder', () => ({ WAYLAND_DISPLAY: 'wayland-0' }), 'the display wayland-0 does not answer'],
  ] as const)('is judged where %s', async (_case, env, reason) => {
    const answer = await whyNoDisplay(env(), 'linux')
    if (reason instanceof RegExp) expect(answer).toMatch(reason)
    else expect(answer).toBe(reason)
  })

  it('is always there on macOS and Windows', async () => {
    expect(await whyNoDisplay({}, 'darwin')).toBe(null)
    expect(await whyNoDisplay({}, 'win32')).toBe(null)
  })
})

/** A program in the place of Electron's binary. */
function makeElectron(name: string, script: string): string {
  const executable = join(folder, name)
  writeFileSync(executable, `#!/bin/sh\n${script}\n`, { mode: 0o755 })
  return executable
}

const why = (executable: string, more: { isRoot?: boolean; limitMs?: number; env?: NodeJS.ProcessEnv } = {}) =>
  whyElectronCannotRun({ executable, env: shown(), platform: 'linux', isRoot: false, ...more })

describe('Electron', unless(whyNoUnix()), () => {
  const healthy = 'test "$1" = --version || exit 9; test -z "$ELECTRON_RUN_AS_NODE" || exit 8; echo v45.4.1'

  it('can run where it tells its version', async () => {
    const executable = makeElectron('healthy', healthy)
    expect(await why(executable)).toBe(null)
    expect(await why(executable, { env: { ...shown(), ELECTRON_RUN_AS_NODE: '1' } })).toBe(null)
  })

  it('cannot run as root with its sandbox, which only a person turns off', async () => {
    const executable = makeElectron('root', healthy)
    expect(await why(executable, { isRoot: true })).toEqual({
      what: 'has no sandbox as root',
      remedy: 'as another user it runs',
    })
    expect(await why(executable, { isRoot: true, env: { ...shown(), ELECTRON_DISABLE_SANDBOX: '1' } })).toBe(null)
  })

  it('cannot run without a display, and is not started to find out', async () => {
    const trouble = await why(join(folder, 'never-started'), { env: {} })
    expect(trouble).toEqual({
      what: 'cannot show a window: no display',
      remedy: 'with a display, or xvfb-run, it runs',
    })
  })

  it.each([
    [
      'a missing library',
      'echo "electron: error while loading shared libraries: libnss3.so: cannot open shared object file" >&2; exit 127',
      /the library libnss3\.so is missing/,
      /libnss3 libgtk-3-0/,
    ],
    [
      'a sandbox that is not allowed',
      'echo "FATAL:setuid_sandbox_host.cc(163)] The SUID sandbox helper binary was found" >&2; kill -ABRT $$',
      /does not let its sandbox work/,
      /user namespaces/,
    ],
    ['an end with words', 'echo first >&2; echo "some other trouble" >&2; exit 1', /some other trouble$/, /mended/],
    ['an end without a word', 'exit 1', /it says nothing$/, /mended/],
  ])('cannot run with %s', async (name, script, what, remedy) => {
    const trouble = await why(makeElectron(name.replaceAll(' ', '-'), script))
    expect(trouble?.what).toMatch(what)
    expect(trouble?.remedy).toMatch(remedy)
  })

  it('cannot run where it hangs, and is ended with what it started', async () => {
    const trouble = await why(makeElectron('hangs', 'sleep 600 & wait'), { limitMs: 300 })
    expect(trouble?.what).toBe('does not start: it hangs for more than 0.3 s')
  })

  it('cannot run where it is no program', async () => {
    const executable = join(folder, 'text')
    writeFileSync(executable, 'text', { mode: 0o644 })
    expect((await why(executable))?.what).toMatch(/does not start: .*EACCES/)
  })

  it('gives way to the stand-in in one line with the reason and what would help, unless it is forced', async () => {
    makeElectron('electron', 'exit 1')
    const env = { ELECTRON_OVERRIDE_DIST_PATH: folder }
    const whyNot = async () => ({ what: 'cannot show a window: no display', remedy: 'with a display it runs' })
    expect(describeRuntime(await findRuntime(env, { whyNot }))).toBe(
      'Runtime: the stand-in for Electron, on Chromium. Electron is here but cannot show a window: no display; with a display it runs.',
    )
    const empty = { ELECTRON_OVERRIDE_DIST_PATH: join(folder, 'empty') }
    expect(describeRuntime(await findRuntime(empty, { whyNot }))).toBe(
      `Runtime: the stand-in for Electron, on Chromium. Electron's binary is not at ${join(folder, 'empty', 'electron')}.`,
    )
    expect(await findRuntime({ ...env, SERVERTRAY_RUNTIME: 'electron' }, { whyNot })).toMatchObject({
      kind: 'electron',
      because: 'SERVERTRAY_RUNTIME asks for it',
    })
  })
})
