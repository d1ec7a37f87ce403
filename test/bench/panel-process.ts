/**
 * A panel of as many servers as its argument says, in a process of its own, so that the app's work is all that is measured
 * in the app's. Tells its parent the port, and whoever asks for `/arrived` when the last action arrived.
 */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { hostileAnswers } from '../fixtures/hostile-answers.ts'
import { monotonicMs } from './monotonic.ts'

const servers = Number(process.argv[2])
const perPage = 50
const memoryBytes = 2 ** 31

function listPage(page: number): unknown {
  const from = (page - 1) * perPage
  const data = Array.from({ length: Math.min(perPage, servers - from) }, (_, i) => ({
    object: 'server',
    attributes: {
      identifier: (from + i).toString(16).padStart(8, '0'),
      name: `Server ${from + i}`,
      description: 'A server that somebody described in a sentence.',
      limits: { memory: 4096, swap: 0, disk: 20_480, io: 500, cpu: 200 },
      is_suspended: false,
    },
  }))
  const pagination = { current_page: page, total_pages: Math.max(1, Math.ceil(servers / perPage)) }
  return { object: 'list', data, meta: { pagination } }
}

/** Loads differ from server to server and from look to look, as real ones do. */
function stats(): unknown {
  const resources = {
    cpu_absolute: Math.random() * 100,
    memory_bytes: Math.round(Math.random() * memoryBytes),
    disk_bytes: memoryBytes,
    uptime: Math.round(performance.now()),
  }
  return { object: 'stats', attributes: { current_state: 'running', is_suspended: false, resources } }
}

/**
 * nginx, behind which most panels stand, keeps a connection that nothing goes over for so long (its documentation,
 * `keepalive_timeout`), in milliseconds, and says nothing of it.
 */
const keepAliveMs = 75_000
const unsaid = { connection: 'keep-alive' }

let arrivedAt = 0

/** What real panels tell of their limit: 240 requests in each minute. Nobody is refused here. */
const limit = 240
const windowMs = 60_000
let window = { from: 0, used: 0 }
function limitHeaders(): Record<string, string> {
  const now = Date.now()
  if (now - window.from >= windowMs) window = { from: now, used: 0 }
  window.used += 1
  const remaining = Math.max(0, limit - window.used)
  return { 'x-ratelimit-limit': String(limit), 'x-ratelimit-remaining': String(remaining) }
}

function answerTo(path: string): string {
  const { pathname, searchParams } = new URL(path, 'http://panel')
  const [, kind, name = '', size] = pathname.split('/').map(decodeURIComponent)
  if (kind === 'hostile') return hostileAnswers[name]?.(Number(size)) ?? ''
  if (kind === 'arrived') return JSON.stringify(arrivedAt)
  return JSON.stringify(pathname.endsWith('/resources') ? stats() : listPage(Number(searchParams.get('page') ?? 1)))
}

const panel = createServer((request, reply) => {
  const now = monotonicMs()
  request.resume().on('end', () => {
    if (request.method === 'POST') {
      arrivedAt = now
      reply.writeHead(204, unsaid).end()
    } else {
      const headers = { ...unsaid, 'content-type': 'application/json', ...limitHeaders() }
      reply.writeHead(200, headers).end(answerTo(request.url ?? '/'))
    }
  })
})
panel.keepAliveTimeout = keepAliveMs
panel.listen(0, '127.0.0.1', () => process.send?.((panel.address() as AddressInfo).port))
process.on('disconnect', () => process.exit())
