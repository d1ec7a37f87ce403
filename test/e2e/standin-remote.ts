import { spawn } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import type { Command } from '../../build/runtime.ts'
import type { Remote } from './remote.ts'

const replySchema = z.discriminatedUnion('ok', [
  z.object({ id: z.number(), ok: z.literal(true), value: z.unknown().optional() }),
  z.object({ id: z.number(), ok: z.literal(false), message: z.string() }),
])

/** Starts the app on the stand-in, which answers over the channel of its process. */
export function startOnStandIn(command: Command): Remote {
  const child = spawn(command.file, command.args, {
    env: { ...command.env, SERVERTRAY_STANDIN_CONTROL: '1' },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  })
  const waiting = new Map<number, { resolve: (value: unknown) => void; reject: (failure: Error) => void }>()
  let lastId = 0
  let browser: Promise<Browser> | undefined
  let hasEnded = false

  child.on('message', (message) => {
    const reply = replySchema.parse(message)
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(new Error(reply.message))
  })
  child.once('exit', () => {
    hasEnded = true
    for (const { reject } of waiting.values()) reject(new Error('the app has ended'))
    waiting.clear()
  })

  // The replies are typed by the table of requests; both sides are built from it.
  const call: Remote['call'] = (request) =>
    new Promise<never>((resolve, reject) => {
      if (hasEnded) {
        reject(new Error('the app has ended'))
        return
      }
      lastId += 1
      waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject })
      child.send({ id: lastId, request })
    })

  async function connect(): Promise<Browser> {
    const endpoint = await call({ op: 'endpoint' })
    if (endpoint === undefined) throw new Error('the stand-in gave no endpoint')
    return chromium.connectOverCDP(endpoint, { noDefaults: true })
  }

  async function targetOf(page: Page): Promise<string | undefined> {
    try {
      const session = await page.context().newCDPSession(page)
      const { targetInfo } = await session.send('Target.getTargetInfo')
      await session.detach()
      return targetInfo.targetId
    } catch {
      // The page has gone meanwhile.
      return undefined
    }
  }

  return {
    runtime: 'standin',
    child,
    call,
    async pageOf({ targetId }) {
      browser ??= connect()
      for (const page of (await browser).contexts().flatMap((context) => context.pages())) {
        if ((await targetOf(page)) === targetId) return page
      }
      return undefined
    },
    async close() {
      // Hangs up; the browser itself belongs to the app.
      await (await browser)?.close()
    },
  }
}
