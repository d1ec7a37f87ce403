import type { GameView } from './game-view.ts'

const header = Buffer.from('ffffffff', 'hex')
const infoRequest = Buffer.concat([header, Buffer.from('TSource Engine Query\0', 'latin1')])
const challengeLength = 4

/** What A2S tells beside the view. */
export type A2sGame = {
  readonly folder: string
  readonly game: string
  readonly appId: number
  /** What the game writes into its keywords; the true numbers, for Rust. */
  readonly keywords: string
}

/** One byte, as the protocol has for numbers of players: what is above it cannot be told. */
const oneByte = (value: number) => Math.min(255, value)

const text = (value: string) => Buffer.from(`${value.replaceAll('\0', '')}\0`)

function info(view: GameView, { folder, game, appId, keywords }: A2sGame): Uint8Array {
  const id = Buffer.alloc(2)
  // Sixteen bits, as in the protocol; newer games have a longer number.
  id.writeUInt16LE(appId & 0xff_ff)
  const port = Buffer.alloc(2)
  port.writeUInt16LE(view.port)
  return Buffer.concat([
    header,
    Buffer.from([0x49, 17]),
    ...[view.name, view.map, folder, game].map(text),
    id,
    // Players, slots, bots; a dedicated server on Linux, open to all, with VAC.
    Buffer.from([oneByte(view.online), oneByte(view.max), 0, 0x64, 0x6c, 0, 1]),
    text(view.version),
    // What follows: the port and the keywords.
    Buffer.from([0xa0]),
    port,
    text(keywords),
  ])
}

/**
 * Answers Valve's A2S_INFO (developer.valvesoftware.com, *Server queries*): with a challenge at first, with the
 * information once the challenge comes back. Null for anything else. Pure.
 * @param challenge the four bytes that this asker must send
 */
export function answerA2s(
  message: Uint8Array,
  challenge: Uint8Array,
  view: GameView,
  game: A2sGame,
): Uint8Array | null {
  const isInfo = infoRequest.equals(message.subarray(0, infoRequest.length))
  if (!isInfo || message.length > infoRequest.length + challengeLength) return null
  const sent = Buffer.from(message.subarray(infoRequest.length))
  return sent.equals(challenge) ? info(view, game) : Buffer.concat([header, Buffer.from([0x41]), challenge])
}
