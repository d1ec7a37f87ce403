import { request } from 'node:http'
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
export function askStatus(target: Target, deps: AskDeps): Promise<Heard> {
  if (deps.signal.aborted) return Promise.resolve('failed')
  return new Promise((resolve) => {
    const socket = open(target, deps)
    const decoder = createStatusDecoder()
    socket.once('connect', () => socket.write(encodeStatusRequest(target.host, target.port)))
    socket.on('data', (chunk: Buffer) => {
      const heard = decoder.push(chunk)
      if (heard === null) return
      resolve(heard)
      socket.destroy()
    })
    socket.once('end', () => socket.destroy())
    socket.once('close', () => resolve('failed'))
  })
}

/** The body of a 200 over plain HTTP; null for anything else, and beyond 64 KiB. No redirect, no proxy. Never throws. */
function getText(target: Target, path: string, deps: AskDeps): Promise<string | null> {
  if (deps.signal.aborted) return Promise.resolve(null)
  return new Promise((resolve) => {
    const socket = open(target, deps)
    const host = isIP(target.host) === 6 ? `[${target.host}]` : target.host
    const headers = { host: `${host}:${target.port}`, accept: 'application/json', connection: 'close' }
    const asked = request({ createConnection: () => socket, path, headers, maxHeaderSize: 8_192 })
    const end = (text: string | null) => {
      resolve(text)
      socket.destroy()
    }
    asked.on('error', () => end(null))
    asked.once('close', () => end(null))
    asked.once('response', (response) => {
      if (response.statusCode !== 200) return end(null)
      const chunks: Buffer[] = []
      let size = 0
      response.on('error', () => end(null))
      response.on('data', (chunk: Buffer) => {
        chunks.push(chunk)
        size += chunk.length
        if (size > maxAnswerBytes) end(null)
      })
      response.once('end', () => end(response.complete ? Buffer.concat(chunks).toString('utf8') : null))
    })
    asked.end()
  })
}

/** Asks a FiveM server for its count. Ends and fails as `askStatus` does. */
export async function askFivem(target: Target, deps: AskDeps): Promise<Heard> {
  const body = await getText(target, '/dynamic.json', deps)
  return body === null ? 'failed' : decodeDynamic(body)
}
