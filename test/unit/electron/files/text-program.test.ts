import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { openAsText } from '../../../../electron/files/text-program.ts'
import { ok } from '../../../../shared/result.ts'
import { temporaryFolder } from '../../../fixtures/temporary-folder.ts'

let folder: string
let bin: string
beforeEach(() => {
  folder = temporaryFolder()
  bin = join(folder, 'bin')
  mkdirSync(bin)
  vi.stubEnv('PATH', bin)
  vi.stubEnv('XDG_DATA_HOME', join(folder, 'share'))
})
afterEach(() => {
  vi.unstubAllEnvs()
})

/** A helper of the desktop that notes how it was called, and answers. */
function helper(name: string, { answer = '', exit = 0 } = {}): void {
  const script = `#!/bin/sh\nprintf '%s\\n' "$0" "$@" >> '${folder}/${name}.log'\nprintf '%s\\n' '${answer}'\nexit ${exit}\n`
  writeFileSync(join(bin, name), script)
  chmodSync(join(bin, name), 0o755)
}
const called = (name: string) => {
  const log = join(folder, `${name}.log`)
  return existsSync(log) ? readFileSync(log, 'utf8').split('\n').slice(1, -1) : null
}

describe.runIf(process.platform === 'linux')('a copy that is handed over', () => {
  const copy = () => join(folder, '$(touch run) ; "ops".json')
  beforeEach(() => {
    writeFileSync(copy(), 'PK\u0003\u0004')
    helper('xdg-open')
    helper('xdg-mime', { answer: 'org.example.Editor.desktop' })
  })

  it('goes to the program for plain text by name, whatever is in it or in its name', async () => {
    helper('gtk-launch')
    expect(await openAsText(copy())).toEqual(ok())
    expect(called('xdg-mime')).toEqual(['query', 'default', 'text/plain'])
    expect(called('gtk-launch')).toEqual(['org.example.Editor.desktop', copy()])
    expect([called('xdg-open'), existsSync(join(folder, 'run')), existsSync('run')]).toEqual([null, false, false])
  })

  it('is launched by the other helper where the first one is not there', async () => {
    helper('gio')
    const entry = join(folder, 'share/applications/org.example.Editor.desktop')
    mkdirSync(join(folder, 'share/applications'), { recursive: true })
    writeFileSync(entry, '[Desktop Entry]\n')
    expect(await openAsText(copy())).toEqual(ok())
    expect(called('gio')).toEqual(['launch', entry, copy()])
  })

  it.each([
    ['no program is set', () => helper('xdg-mime', { answer: '' })],
    ['what is set is no name of a program', () => helper('xdg-mime', { answer: '--help' })],
    ['the program does not start', () => helper('gtk-launch', { exit: 1 })],
    ['there is no helper', () => rmSync(join(bin, 'xdg-mime'))],
  ])('goes nowhere else where %s', async (_, prepare) => {
    helper('gtk-launch')
    helper('gio')
    prepare()
    expect(await openAsText(copy())).toMatchObject({ ok: false, error: { code: 'editor-not-opened' } })
    expect([called('gio'), called('xdg-open')]).toEqual([null, null])
  })
})
