/**
 * Runs lanes of npm scripts side by side, each lane's scripts one after the other until one fails, and prints the list of
 * what they skipped: `node test/parts.ts test:code test:standin,test:package`. The output of the first lane comes as it is
 * written, that of the others at the end of each script.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { printSkipped, skippedFileVariable } from './report/skipped.ts'

const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Run this by npm: npm test, npm run test:long.')
const runner = npm

const folder = mkdtempSync(join(tmpdir(), 'servertray-test-'))
const file = join(folder, 'skipped.jsonl')
const env = { ...process.env, [skippedFileVariable]: file }

/** Runs a script, whose output goes to the terminal as it comes. Returns whether it holds. */
async function run(script: string): Promise<boolean> {
  const [code] = await once(spawn(process.execPath, [runner, 'run', script], { stdio: 'inherit', env }), 'close')
  return code === 0
}

/** The same beside another script: its output comes whole at its end. */
async function runBeside(script: string): Promise<boolean> {
  const child = spawn(process.execPath, [runner, 'run', script], { stdio: ['ignore', 'pipe', 'pipe'], env })
  const [output, errors, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.stdout.write(`${output}${errors}`)
  return code === 0
}

async function runLane(lane: string, index: number): Promise<void> {
  for (const script of lane.split(',')) {
    if (await (index === 0 ? run(script) : runBeside(script))) continue
    process.exitCode = 1
    return
  }
}

try {
  await Promise.all(process.argv.slice(2).map(runLane))
  printSkipped(file)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
