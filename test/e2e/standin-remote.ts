import { spawn } from 'node:child_process'
import type { Browser, Page } from 'playwright-core'
import { chromium } from 'playwright-core'
import { z } from 'zod'
import type { Command } from '../../build/runtime.ts'
import { endOf, followPage, type Remote } from './remote.ts'
import { GoneError, patienceMs } from './until.ts'

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
  const story: string[] = []
  const followed = new WeakSet<Page>()
  let browser: Promise<Browser> | undefined
  let ended: GoneError | undefined

  child.on('message', (message) => {
    const reply = replySchema.parse(message)
    const call = waiting.get(reply.id)
    waiting.delete(reply.id)
    if (reply.ok) call?.resolve(reply.value)
    else call?.reject(new Error(reply.message))
  })
  child.once('exit', (code, signal) => {
    ended = new GoneError(endOf({ code, signal }))
    for (const { reject } of waiting.values()) reject(ended)
    waiting.clear()
  })

  // The replies are typed by the table of requests; both sides are built from it.
  const call: Remote['call'] = (request) =>
    new Promise<never>((resolve, reject) => {
      if (ended !== undefined) {
        reject(ended)
        return
      }
      lastId += 1
      waiting.set(lastId, { resolve: resolve as (value: unknown) => void, reject })
      child.send({ id: lastId, request })
    })

  async function connect(): Promise<Browser> {
    const endpoint = await call({ op: 'endpoint' })
    if (endpoint === undefined) throw new Error('the stand-in gave no endpoint')
    const connected = await chromium.connectOverCDP(endpoint, { noDefaults: true })
    connected.once('disconnected', () => story.push('The connection to its browser ended.'))
    return connected
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
    story,
    call,
    async pageOf({ targetId }) {
      browser ??= connect()
      for (const page of (await browser).contexts().flatMap((context) => context.pages())) {
        if ((await targetOf(page)) !== targetId) continue
        page.setDefaultTimeout(patienceMs)
        if (!followed.has(page)) followPage(page, story)
        followed.add(page)
        return page
      }
      return undefined
    },
    async close() {
      // Hangs up; the browser itself belongs to the app.
      await (await browser)?.close()
    },
  }
}
