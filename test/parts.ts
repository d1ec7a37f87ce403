/** The parts of `npm test` after the checks, and the list of what they skipped. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { printSkipped, skippedFileVariable } from './report/skipped.ts'

const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Run this as npm test.')
const runner = npm

const folder = mkdtempSync(join(tmpdir(), 'servertray-test-'))
const file = join(folder, 'skipped.jsonl')
const env = { ...process.env, [skippedFileVariable]: file }

/** Runs a part, whose output goes to the terminal as it comes. Returns whether it holds. */
async function run(part: string): Promise<boolean> {
  const [code] = await once(spawn(process.execPath, [runner, 'run', part], { stdio: 'inherit', env }), 'close')
  return code === 0
}

/** The same beside another part: its output comes whole at its end. */
async function runBeside(part: string): Promise<boolean> {
  const child = spawn(process.execPath, [runner, 'run', part], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.stdout.write(`${output}${errors}`)
  return code === 0
}

try {
  // Stand-in and package mostly wait. Packing builds the app that the journeys start.
  const first = await Promise.all([
    run('test:code'),
    runBeside('test:standin').then(async (holds) => (await runBeside('test:package')) && holds),
  ])
  if (!first.every(Boolean) || !(await run('test:e2e'))) process.exitCode = 1
  printSkipped(file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
