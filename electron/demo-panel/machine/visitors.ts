import type { Clock } from '../../lib/clock.ts'
import type { Game } from './definition.ts'
import { games, logLine } from './games.ts'
import { chance, walk } from './random.ts'

const names =
  'mira tobias Kestrel_9 anouk old_oak Pim zoe77 Halvard lichen Bram_S nettle Yusra DustyRail fen Marisol ottokar'.split(
    ' ',
  )

/** The number of players that a server has at most by itself. */
const most = 12
/** How long the numbers take from one height to the next, in milliseconds. */
const tideMs = 2 * 3_600_000
/** The account of the first player; each has one of their own. */
const firstAccount = 76_561_198_000_000_000
const accountOf = (name: string) => firstAccount + Math.floor(chance(name, 'account') * 1_000_000_000)

/** How many are on at a time: from nobody up to twelve, over hours. The same at the same time. */
const wantedAt = (now: number, uuid: string) =>
  Math.round(most * Math.max(0, (walk(now, tideMs, uuid, 'tide') - 0.1) / 0.9))

type Deps = {
  readonly clock: Clock
  readonly uuid: string
  readonly game: Game
  readonly print: (line: string) => void
}

/** The players of one server, who come and go by the clock while it runs. One timer, and only then. */
export function createVisitors({ clock, uuid, game, print }: Deps) {
  const { slots, visit } = games[game]
  const players = new Set<string>()
  let run = 0
  let count = 0
  let isOpen = false
  let isHeld = false
  let cancel = () => {}

  const draw = (what: string) => chance(uuid, what, run, count)
  const pick = (from: readonly string[]) => from[Math.floor(draw('who') * from.length)] ?? 'mira'

  /** Somebody comes, or goes; false where that cannot be. */
  function move(name: string, comes: boolean): boolean {
    if (comes && (!isOpen || players.size >= slots)) return false
    if (comes === players.has(name)) return false
    if (comes) players.add(name)
    else players.delete(name)
    print(visit(clock.now(), name, accountOf(name), comes))
    return true
  }

  /** Somebody comes or goes, mostly towards the number of the hour, or the world is saved. */
  function pass() {
    count += 1
    const missing = wantedAt(clock.now(), uuid) - players.size
    const comes = draw('way') < 0.5 + 0.4 * Math.sign(missing)
    if (draw('what') < 0.2) print(logLine(clock.now(), 'Saved the game'))
    else move(pick(comes ? names.filter((name) => !players.has(name)) : [...players]), comes)
    arm()
  }

  /** After a start people are soon back. */
  function arm() {
    cancel()
    cancel = () => {}
    if (!isOpen || isHeld) return
    const isShort = players.size + 2 < wantedAt(clock.now(), uuid)
    const [least, spread] = isShort ? [5_000, 20_000] : [20_000, 70_000]
    cancel = clock.after(Math.round(least + spread * draw('wait')), pass)
  }

  return {
    names: (): readonly string[] => [...players].sort(),
    /** Lets somebody come now; false where the server does not run, or is full. */
    join: (name: string) => move(name, true),
    /** Lets somebody go now; false for one who is not on. */
    leave: (name: string) => move(name, false),
    /** The server runs, for the n-th time; with those who are on already where it has been running for long. */
    open(runs: number, isLong = false) {
      run = runs
      isOpen = true
      const first = isLong ? names.toSorted((a, b) => chance(uuid, a) - chance(uuid, b)) : []
      for (const name of first.slice(0, Math.min(slots, wantedAt(clock.now(), uuid)))) players.add(name)
      arm()
    },
    /** The server runs no more, so that nobody is on. */
    close() {
      isOpen = false
      players.clear()
      arm()
    },
    /** Keeps those who are on, and others away, until it is lifted. */
    hold(value: boolean) {
      isHeld = value
      arm()
    },
  }
}
