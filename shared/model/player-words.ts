import { valuesOf } from '../tables.ts'
import type { ServerRef } from './identifier.ts'
import { gameNames } from './players.ts'
import type { GameSign, PlayerCount, PlayerSource, PlayersUnknown, PlayersView } from './players-schema.ts'
import { type PowerSignal, signalEffect } from './power.ts'
import type { ServerState } from './server-schema.ts'

/** `1 player`, `7 players`. */
export const playersWord = (n: number): string => `${n.toLocaleString('en')} ${n === 1 ? 'player' : 'players'}`

/** A count with its slots: `7 / 20`, with `/` in place of ` / ` where there is little room; `7` where none are told. */
export const slotsText = ({ online, max }: Pick<PlayerCount, 'online' | 'max'>, between = ' / '): string =>
  max === null ? String(online) : `${online}${between}${max}`

/** `7 / 20 players`, `1 / 20 players`, `1 player`. */
export const countText = (count: Pick<PlayerCount, 'online' | 'max'>): string =>
  count.max === null ? playersWord(count.online) : `${slotsText(count)} players`

const sourceWords: Readonly<Record<PlayerSource, string>> = {
  panel: 'asked the panel',
  game: 'asked the game',
  console: 'read in the console',
  'list-command': 'told by the server’s list',
}

/** An age in its largest unit, rounded down: `20 s ago`, `4 min ago`. */
function ageText(ms: number): string {
  const seconds = Math.max(0, Math.floor(ms / 1_000))
  if (seconds < 60) return `${seconds} s ago`
  const minutes = Math.floor(seconds / 60)
  return minutes < 60 ? `${minutes} min ago` : `${Math.floor(minutes / 60)} h ago`
}

/** Where a count comes from, and how old it is: `asked the game 20 s ago`. @param now unix milliseconds */
export const sourceText = ({ source, at }: Pick<PlayerCount, 'source' | 'at'>, now: number): string =>
  `${sourceWords[source]} ${ageText(now - at)}`

/** Why it is not known how many are on, and what helps. */
export const unknownWords: Readonly<Record<PlayersUnknown, { readonly why: string; readonly hint: string }>> = {
  off: {
    why: 'This game is not asked for its players.',
    hint: 'Turn it on under “Players…” in the server’s menu.',
  },
  proxy: {
    why: 'A proxy is set on this computer, and games cannot be asked through it.',
    hint: 'They are not asked past it. Only the panel’s own player plugin is.',
  },
  'unknown-game': {
    why: 'The game of this server is not known, or cannot be asked.',
    hint: 'Choose the game under “Players…” in the server’s menu.',
  },
  'no-address': {
    why: 'This computer cannot reach any address of this server.',
    hint: 'Addresses in other private networks are not asked. Check the port under “Players…” in the server’s menu.',
  },
  'no-answer': {
    why: 'The game does not answer.',
    hint: 'Check its game and port under “Players…” in the server’s menu. Some hosts block such questions.',
  },
  'udp-blocked': {
    why: 'UDP seems blocked on this computer: no game that is asked over it answers.',
    hint: 'Check the firewall or VPN of this computer.',
  },
  'not-told': {
    why: 'The game answers, but tells no number that can be believed.',
    hint: 'Some games hide it, or always say 0.',
  },
  'not-running': { why: 'The server is not running.', hint: '' },
}

type Players = Readonly<Record<ServerRef, PlayersView>>
type Servers = Readonly<Record<ServerRef, { readonly state: ServerState }>>

/** All players that are known of servers that run; null while none has a count. */
export function allPlayers({ players, servers }: { readonly players: Players; readonly servers: Servers }) {
  const counts = valuesOf(players).flatMap(({ ref, count }) =>
    count !== null && servers[ref]?.state === 'running' ? [count] : [],
  )
  return counts.length === 0 ? null : counts.reduce((sum, { online }) => sum + online, 0)
}

/** Who is on, as `some` says it of somebody; null where games are not asked, and where the server does not run. */
function whoText(view: PlayersView | undefined, some: (online: number) => string): string | null {
  if (view === undefined || view.unknown === 'off' || view.unknown === 'not-running') return null
  const { count } = view
  if (count === null) return 'It is not known whether anybody is on.'
  if (count.online === 0) return count.isSure ? 'Nobody is on.' : 'Nobody seems to be on.'
  return some(count.online)
}

/**
 * Who is on where a server's run ends: `7 players will be disconnected.` Null where games are not asked, and where it
 * does not run.
 */
export const disconnectText = (view: PlayersView | undefined): string | null =>
  whoText(view, (online) => `${playersWord(online)} will be disconnected.`)

/** The same where it ends only once they have left: `7 players are on now.` */
export const onNowText = (view: PlayersView | undefined): string | null =>
  whoText(view, (online) => `${playersWord(online)} ${online === 1 ? 'is' : 'are'} on now.`)

/** What a signal does, with those who are on as far as that is known, for the question before it is sent. */
export function effectText(signal: PowerSignal, view: PlayersView | undefined): string {
  const who = disconnectText(view)
  if (who === null || signal === 'start') return signalEffect[signal]
  if (signal === 'kill') return `${signalEffect.kill} ${who}`
  const isKnown = view?.count != null
  return isKnown
    ? who.replace(/ will be disconnected\.$/, ' will be disconnected without a warning.')
    : `${who} ${signalEffect[signal]}`
}

/** Who is on over several servers, as `some` says it of those who are; null where it is known of none. */
function whoAllText(players: Players, refs: readonly ServerRef[], some: (who: string) => string): string | null {
  const counts = refs.flatMap((ref) => players[ref]?.count ?? [])
  if (counts.length === 0) return null
  const busy = counts.filter(({ online }) => online > 0)
  const online = busy.reduce((sum, count) => sum + count.online, 0)
  const servers = (n: number) => `${n} ${n === 1 ? 'server' : 'servers'}`
  const nobody = counts.every(({ isSure }) => isSure) ? 'Nobody is on.' : 'Nobody seems to be on.'
  const known = online === 0 ? nobody : some(`${playersWord(online)} on ${servers(busy.length)}`)
  const unknown = refs.length - counts.length
  return unknown === 0 ? known : `${known} Not known for ${servers(unknown)}.`
}

/**
 * Who is on over several servers whose runs end: `31 players on 4 servers will be disconnected. Not known for 2
 * servers.` Null where it is known of none.
 */
export const disconnectAllText = (players: Players, refs: readonly ServerRef[]) =>
  whoAllText(players, refs, (who) => `${who} will be disconnected.`)

/** The same where they end only once the players have left: `31 players on 4 servers now. Not known for 2 servers.` */
export const onNowAllText = (players: Players, refs: readonly ServerRef[]) =>
  whoAllText(players, refs, (who) => `${who} now.`)

const signWords: Readonly<Record<GameSign, string>> = {
  command: 'by its start command',
  egg: 'by its egg',
  image: 'by its image',
  variables: 'by its variables',
  features: 'by what the panel tells of it',
  person: 'as you chose',
}

/** A game and what it goes by: `Minecraft Java, by its image`. */
export const gameText = ({ id, by }: NonNullable<PlayersView['game']>): string => `${gameNames[id]}, ${signWords[by]}`
