import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'

const script = fileURLToPath(new URL('./panel-process.ts', import.meta.url))

export type BenchPanel = { readonly origin: string; close(): void }

/** Starts a panel of that many servers in a process of its own. It ends with this one, too. */
export async function startBenchPanel(servers: number): Promise<BenchPanel> {
  const child = fork(script, [String(servers)])
  const port = await new Promise<number>((resolve, reject) => {
    child.once('message', (message) => resolve(z.number().parse(message)))
    child.once('exit', () => reject(new Error('the panel of the bench did not start')))
  })
  return { origin: `http://127.0.0.1:${port}`, close: () => child.kill() }
}
