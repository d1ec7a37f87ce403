import { parseJson } from '../../lib/parse-json.ts'
import { isObject } from '../../panel/entry.ts'
import { countOf, type DecodedCount, type Fault, maxAnswerBytes, safeNames } from './reading.ts'

/*
 * Minecraft Java's Server List Ping (wiki.vg). Our own and not `@minescope/mineping`: that keeps whatever a server sends,
 * cannot be aborted, looks up an SRV record, which leads elsewhere, and takes a Bedrock answer from anybody.
 */

/** Maximum number of bytes of a VarInt. */
const maxVarInt = 5

/** What servers take as *no version in particular*: −1. */
const anyProtocol = Buffer.from([0xff, 0xff, 0xff, 0xff, 0x0f])

function varInt(value: number): Buffer {
  const bytes: number[] = []
  for (let left = value; ; left = Math.floor(left / 128)) {
    if (left < 128) return Buffer.from([...bytes, left])
    bytes.push((left % 128) + 128)
  }
}

const framed = (data: Buffer) => Buffer.concat([varInt(data.length), data])

/**
 * Handshake and status request, to be sent at once after connecting.
 * @param host as a player would type it, at most 255 characters; servers behind a proxy are chosen by it
 */
export function encodeStatusRequest(host: string, port: number): Buffer {
  const name = Buffer.from(host.slice(0, 255), 'utf8')
  const nextState = 1
  const place = [varInt(name.length), name, Buffer.from([Math.floor(port / 256), port % 256, nextState])]
  return Buffer.concat([framed(Buffer.concat([Buffer.from([0]), anyProtocol, ...place])), framed(Buffer.from([0]))])
}

/** A VarInt and where it ends; null where it is cut off, `malformed` for one that is too long or negative. */
function readVarInt(bytes: Buffer, from: number): { value: number; end: number } | null | 'malformed' {
  let value = 0
  for (let i = 0; i < maxVarInt; i += 1) {
    const byte = bytes[from + i]
    if (byte === undefined) return null
    value += (byte % 128) * 128 ** i
    if (byte < 128) return value < 2 ** 31 ? { value, end: from + i + 1 } : 'malformed'
  }
  return 'malformed'
}

/** How proxies begin the name of their version. */
const proxies = /^(?:velocity|bungeecord|waterfall|travertine|flamecord)\b/i

function readStatus(text: string): DecodedCount | Fault {
  const status = parseJson(text)
  if (!isObject(status)) return 'malformed'
  const { players, version } = status
  const online = isObject(players) ? countOf(players.online) : null
  if (!isObject(players) || online === null) return 'not-told'
  const sample: readonly unknown[] = Array.isArray(players.sample) ? players.sample : []
  const names = safeNames(sample.map((entry) => (isObject(entry) ? entry.name : null)))
  const isProxy = isObject(version) && typeof version.name === 'string' && proxies.test(version.name)
  return { online, max: countOf(players.max), names, ...(isProxy && { isProxy }) }
}

/** What one whole frame tells; its length is not part of it. */
function readFrame(frame: Buffer): DecodedCount | Fault {
  const id = readVarInt(frame, 0)
  if (id === null || id === 'malformed' || id.value !== 0) return 'malformed'
  const length = readVarInt(frame, id.end)
  if (length === null || length === 'malformed' || length.end + length.value !== frame.length) return 'malformed'
  return readStatus(frame.toString('utf8', length.end))
}

/**
 * Reads the answer as it comes, in pieces of any size. `push` gives null while more is needed, then the same for good;
 * what follows the frame is ignored. `too-large` as soon as a frame says that it is larger than `maxAnswerBytes`.
 */
export function createStatusDecoder() {
  const bytes = Buffer.alloc(maxAnswerBytes)
  let size = 0
  let result: DecodedCount | Fault | null = null

  function read(): DecodedCount | Fault | null {
    const length = readVarInt(bytes.subarray(0, size), 0)
    if (length === null) return null
    if (length === 'malformed' || length.value === 0) return 'malformed'
    const end = length.end + length.value
    if (end > maxAnswerBytes) return 'too-large'
    return size < end ? null : readFrame(bytes.subarray(length.end, end))
  }

  return {
    push(chunk: Buffer): DecodedCount | Fault | null {
      // What does not fit is copied no more.
      size += chunk.copy(bytes, size)
      result ??= read()
      return result
    },
  }
}
