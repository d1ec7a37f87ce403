import { fork } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { z } from 'zod'
import { runBundled } from './bundle.ts'

/**
 * Starts a panel by a script of this folder, in a process of its own that ends with this one, and runs the work with what the
 * panel says of itself.
 */
export async function withPanel<Said, T>(
  script: string,
  args: readonly unknown[],
  said: z.ZodType<Said>,
  work: (panel: Said) => Promise<T>,
): Promise<T> {
  const child = fork(fileURLToPath(new URL(`./${script}.ts`, import.meta.url)), args.map(String))
  try {
    const panel = await new Promise<Said>((resolve, reject) => {
      child.once('message', (message) => resolve(said.parse(message)))
      child.once('exit', () => reject(new Error('the panel of the bench did not start')))
    })
    return await work(panel)
  } finally {
    child.kill()
  }
}

/** Runs a script as `runBundled` does, with the origin of a panel of that many servers. */
export const runOnPanel = <T>(servers: number, schema: z.ZodType<T>, script: string): Promise<T> =>
  withPanel('panel-process', [servers], z.number(), (port) => runBundled(schema, script, [`http://127.0.0.1:${port}`]))
