/** The parts of `npm test` after the checks, one after the other, and the list of what they skipped. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printSkipped, skippedFileVariable } from './report/skipped.ts'

const parts = ['test:code', 'build', 'test:standin', 'test:package', 'test:e2e']

const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Run this as npm test.')

const folder = mkdtempSync(join(tmpdir(), 'servertray-test-'))
const file = join(folder, 'skipped.jsonl')
try {
  const env = { ...process.env, [skippedFileVariable]: file }
  const holds = (part: string) =>
    spawnSync(process.execPath, [npm, 'run', part], { stdio: 'inherit', env }).status === 0
  if (!parts.every(holds)) process.exitCode = 1
  printSkipped(file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
