import { execFile } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { promisify } from 'node:util'
import { build } from 'vite'
import type { z } from 'zod'
import main from '../../build/vite/main.config.ts'

const run = promisify(execFile)
const out = fileURLToPath(new URL('../../out/', import.meta.url))

/**
 * Builds a script of this folder with the settings of the app's main process, runs it in a process of its own and returns
 * the JSON that it prints. It can ask for a garbage collection.
 */
export async function runBundled<T>(schema: z.ZodType<T>, name: string, args: readonly string[] = []): Promise<T> {
  // Beside the bundle of the app, so that what stays outside of a bundle is found.
  const outDir = mkdtempSync(join(out, 'bench-'))
  try {
    const entry = fileURLToPath(new URL(`./${name}.ts`, import.meta.url))
    const lib = { entry, formats: ['es' as const], fileName: () => `${name}.js` }
    await build({
      ...main,
      configFile: false,
      logLevel: 'warn',
      build: { ...main.build, outDir, license: false, lib },
    })
    const { stdout } = await run(process.execPath, ['--expose-gc', join(outDir, `${name}.js`), ...args])
    return schema.parse(JSON.parse(stdout))
  } catch (failure) {
    // What Node prints quotes the line that failed, which in a bundle is most of it.
    const words = String(failure instanceof Error && 'stderr' in failure ? failure.stderr : failure)
    throw new Error(`${name}: ${words.slice(-500)}`)
  } finally {
    rmSync(outDir, { recursive: true, force: true })
  }
}
