/** The checks of `npm run check`, side by side on the machine's cores; what each says is printed when it ends. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { availableParallelism } from 'node:os'
import { text } from 'node:stream/consumers'

// The longest come first, so that none of them is left alone at the end.
const checks = [
  'types:test',
  'lint',
  'dead-code',
  'types:electron',
  'types:renderer',
  'types:shared',
  'types:build',
  'floors',
  'licences',
]

const npm = process.env.npm_execpath
if (npm === undefined) throw new Error('Run this as npm run check.')
const runner = npm

async function run(check: string): Promise<void> {
  const child = spawn(process.execPath, [runner, 'run', check], { stdio: ['ignore', 'pipe', 'pipe'] })
  const [said, complaints, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'close')])
  process.stdout.write(`${said}${complaints}`)
  if (code !== 0) process.exitCode = 1
}

const left = checks.values()
/** Takes one check after the other until none is left. */
async function work(): Promise<void> {
  for (const check of left) await run(check)
}
await Promise.all(Array.from({ length: availableParallelism() }, work))
