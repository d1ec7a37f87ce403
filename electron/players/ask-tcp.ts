import { once } from 'node:events'
import { type IncomingMessage, request } from 'node:http'
import { isIP, type Socket } from 'node:net'
import type { Target } from './address.ts'
import type { AskDeps, Heard } from './ask-udp.ts'
import { createStatusDecoder, encodeStatusRequest } from './codecs/minecraft-status.ts'
import { maxAnswerBytes } from './codecs/reading.ts'
import { decodeDynamic } from './codecs/samp-and-fivem.ts'

/** Longest wait for a connection, in milliseconds. */
const connectMs = 3_000

/** A connection that is destroyed where it does not open in time, and when `signal` fires. */
function open(target: Target, { sockets, clock, signal }: AskDeps): Socket {
  const socket = sockets.connectTcp(target.address, target.port)
  const giveUp = () => socket.destroy()
  const cancelWait = clock.after(connectMs, giveUp)
  signal.addEventListener('abort', giveUp, { once: true })
  socket.once('connect', cancelWait)
  // Stays on: whatever happens to a connection shows by its close.
  socket.on('error', () => undefined)
  socket.once('close', () => {
    cancelWait()
    signal.removeEventListener('abort', giveUp)
  })
  return socket
}

/**
 * Asks a Minecraft server for its status. Always ends: by an answer, or as `failed` when the connection does not open,
 * breaks, or is given up by `signal`. Never throws.
 */
export async function askStatus(target: Target, deps: AskDeps): Promise<Heard> {
  if (deps.signal.aborted) return 'failed'
  const socket = open(target, deps)
  const decoder = createStatusDecoder()
  socket.once('connect', () => socket.write(encodeStatusRequest(target.host, target.port)))
  try {
    for await (const chunk of socket) {
      const heard = decoder.push(chunk)
      if (heard !== null) return heard
    }
  } catch {
    // It shows by its close.
  } finally {
    socket.destroy()
  }
  return 'failed'
}

/** The body of a 200 over plain HTTP; null for anything else, and beyond 64 KiB. No redirect, no proxy. Never throws. */
async function getText(target: Target, path: string, deps: AskDeps): Promise<string | null> {
  if (deps.signal.aborted) return null
  const socket = open(target, deps)
  const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
  const headers = { host: `${host}:${target.port}`, accept: 'application/json', connection: 'close' }
  const asked = request({ createConnection: () => socket, path, headers, maxHeaderSize: 8_192 })
  // Stays on, as that of the connection does.
  asked.on('error', () => undefined).end()
  try {
    // An answer that asks for another protocol ends it without a word.
    const [response]: IncomingMessage[] = await Promise.race([once(asked, 'response'), once(asked, 'close')])
    if (response?.statusCode !== 200) return null
    const chunks: Buffer[] = []
    let size = 0
    for await (const chunk of response) {
      chunks.push(chunk)
      size += chunk.length
      if (size > maxAnswerBytes) return null
    }
    return Buffer.concat(chunks).toString('utf8')
  } catch {
    return null
  } finally {
    socket.destroy()
  }
}

/** Asks a FiveM server for its count. Ends and fails as `askStatus` does. */
export async function askFivem(target: Target, deps: AskDeps): Promise<Heard> {
  const body = await getText(target, '/dynamic.json', deps)
  return body === null ? 'failed' : decodeDynamic(body)
}
