import type { ConsoleLine } from '../../shared/model/console-schema.ts'
import type { ServerRef } from '../../shared/model/identifier.ts'
import type { GameId } from '../../shared/model/players.ts'
import type { PlayerCount } from '../../shared/model/players-schema.ts'
import type { ServerState } from '../../shared/model/server-schema.ts'
import { keysOf } from '../../shared/tables.ts'
import type { Consoles } from '../console/consoles.ts'
import type { FeatureBasics } from '../state/feature.ts'
import { foldLine, type KnownPlayers, nobody, readPlayersLine } from './console-lines.ts'
import type { ByConsole } from './view.ts'

type Deps = Pick<FeatureBasics, 'store' | 'clock'> & {
  /** Tells the new lines of open consoles. */
  onLines: Consoles['onLines']
  gameOf: (ref: ServerRef) => GameId | null
  /**
   * Told what the lines of a server come to; null once that is not known. `closed` where a console was closed that had told
   * a count, which only grows older from then on.
   */
  tell: (ref: ServerRef, count: ByConsole) => void
}

/** For so long after it opened a console repeats lines of before, which tell nothing of now, in milliseconds. */
const repeatsForMs = 2_000
/** How long the answer to a list command may take, in milliseconds. */
const listWithinMs = 10_000

type Followed = {
  /** Steady milliseconds since when its console is open. */
  readonly openSince: number
  known: KnownPlayers | null
  listUntil: number
}

/** Nobody is on a server that is seen to start; of one that goes down it is not known any more. */
function afterChange(known: KnownPlayers | null, state: ServerState | undefined): KnownPlayers | null {
  if (state === 'starting') return nobody
  return state === 'running' ? known : null
}

/**
 * Who is on by the lines of open consoles, as far as they tell it: from a start that was seen, or from a list's answer on.
 * Never sure, since lines can be forged.
 */
export function createConsoleCounts({ store, clock, onLines, gameOf, tell }: Deps) {
  const followed = new Map<ServerRef, Followed>()

  function note(ref: ServerRef, one: Followed, known: KnownPlayers | null, source: PlayerCount['source']): void {
    if (known === one.known) return
    one.known = known
    tell(ref, known && { ...known, names: [...known.names], source, isSure: false, at: clock.now() })
  }

  function follow(ref: ServerRef): Followed | null {
    const isOpen = store.get().consoles[ref]?.stream?.phase === 'open'
    const known = followed.get(ref)
    if (isOpen) {
      const one = known ?? { openSince: clock.steady(), known: null, listUntil: 0 }
      followed.set(ref, one)
      return one
    }
    if (known !== undefined) {
      followed.delete(ref)
      if (known.known !== null) tell(ref, 'closed')
    }
    return null
  }

  const repeatsFor = ({ openSince }: Followed) => Math.max(0, openSince + repeatsForMs - clock.steady())

  function read(ref: ServerRef, one: Followed, lines: readonly ConsoleLine[]): void {
    const game = gameOf(ref)
    if (game === null || repeatsFor(one) > 0) return
    for (const line of lines) {
      const known = foldLine(game, one.known, line)
      const isList = line.kind === 'output' && readPlayersLine(game, line.text)?.kind === 'list'
      const isAnswer = isList && clock.steady() < one.listUntil
      if (isAnswer) one.listUntil = 0
      note(ref, one, known, isAnswer ? 'list-command' : 'console')
    }
  }

  const endings = [
    onLines((ref, lines) => {
      const one = follow(ref)
      if (one !== null) read(ref, one, lines)
    }),
    store.subscribe((state, before) => {
      if (state.consoles !== before.consoles) {
        // Also those that have gone with their servers.
        for (const ref of [...keysOf(state.consoles), ...followed.keys()]) follow(ref)
      }
      for (const [ref, one] of followed) {
        const now = state.servers[ref]?.state
        if (now !== before.servers[ref]?.state) one.known = afterChange(one.known, now)
      }
    }),
  ]

  return {
    /** For how long the lines of an open console may still be repeats, in milliseconds; 0 for one that is closed. */
    repeatsFor(ref: ServerRef): number {
      const one = follow(ref)
      return one === null ? 0 : repeatsFor(one)
    },
    /** A person had the list command sent: the next list in the console is the answer. */
    expectList(ref: ServerRef): void {
      const one = follow(ref)
      if (one !== null) one.listUntil = clock.steady() + listWithinMs
    },
    dispose(): void {
      for (const end of endings) end()
    },
  }
}
