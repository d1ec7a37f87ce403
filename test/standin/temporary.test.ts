import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { whyNoSmallDisk, withSmallDisk } from '../fixtures/small-disk.ts'
import { temporaryFolder } from '../fixtures/temporary-folder.ts'
import { unless, whyNoUnix } from '../report/unless.ts'

const script = `
  import { makeTemporaryFolder } from '${new URL('./temporary.ts', import.meta.url)}'
  console.log(makeTemporaryFolder('chromium'))
`

/** Makes a folder in a process of its own, which becomes the end of `starter`. */
function makeFolder(parent: string, starter: readonly string[] = []) {
  const [file = '', ...args] = [...starter, process.execPath, '--input-type=module', '--eval', script]
  return spawnSync(file, args, { env: { ...process.env, TMPDIR: parent }, encoding: 'utf8' })
}

/** What a process that was killed left behind. No process has this id. */
function leaveBehind(parent: string): string {
  const left = join(parent, `servertray-chromium-${2 ** 31 - 1}-left`)
  mkdirSync(left)
  return left
}

it('removes what a killed process left behind', unless(whyNoUnix()), () => {
  const parent = temporaryFolder()
  const left = leaveBehind(parent)
  expect(makeFolder(parent)).toMatchObject({ status: 0, stderr: '' })
  expect(existsSync(left)).toBe(false)
})

it('starts all the same where something still uses what was left behind', unless(whyNoSmallDisk()), () => {
  const parent = temporaryFolder()
  const left = leaveBehind(parent)
  // A folder on which a disk is mounted cannot be removed.
  const { status, stdout, stderr } = makeFolder(parent, withSmallDisk(left, 4_096))
  expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
  expect(stdout).toContain(join(parent, 'servertray-chromium-'))
  expect(existsSync(left)).toBe(true)
})
