import { fileURLToPath } from 'node:url'
import { _electron as electron } from 'playwright-core'
import type { Command } from '../../build/runtime.ts'
import type { ControlRequest } from '../standin/control.ts'
import { createCloneCodec } from '../standin/structured-clone.ts'
import { followPage, type Remote } from './remote.ts'
import { patienceMs } from './until.ts'

const hooks = fileURLToPath(new URL('./electron-hooks.cjs', import.meta.url))

/** The part of the hooks that is called from here; see `electron-hooks.cjs`. */
type Hooked = { servertrayDriver: (request: unknown) => unknown }

/**
 * Starts the app on Electron. The hooks are required before the app's own module, and answer the same
 * requests as the stand-in.
 */
export async function startOnElectron(command: Command): Promise<Remote> {
  const env = Object.fromEntries(
    Object.entries(command.env).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
  const running = await electron.launch({
    executablePath: command.file,
    args: ['--require', hooks, ...command.args],
    env,
  })
  const codec = createCloneCodec()
  const story: string[] = []
  running.context().setDefaultTimeout(patienceMs)
  for (const page of running.windows()) followPage(page, story)
  running.on('window', (page) => followPage(page, story))
  const ask = (request: object): Promise<unknown> =>
    running.evaluate((_electron, given) => (globalThis as unknown as Hooked).servertrayDriver(given), request)

  /** Arguments and answer travel in Playwright's own way here, and in the codec's towards the driver. */
  async function invokeFrom({ args, ...rest }: ControlRequest<'invokeFrom'>): Promise<unknown> {
    const answer = (await ask({ ...rest, values: codec.decode(args) })) as { value: unknown } | { error: string }
    return 'error' in answer ? answer : { value: codec.encode(answer.value) }
  }

  // The replies are typed by the table of requests; both sides are built from it.
  const call = (request: { readonly op: string }) =>
    (request.op === 'invokeFrom' ? invokeFrom(request as ControlRequest<'invokeFrom'>) : ask(request)) as Promise<never>
  return {
    runtime: 'electron',
    child: running.process(),
    story,
    call,
    async pageOf({ id }) {
      for (const page of running.windows()) {
        const window = await running.browserWindow(page)
        if ((await window.evaluate((found) => found.id)) === id) return page
      }
      return undefined
    },
    close: () => Promise.resolve(),
  }
}
