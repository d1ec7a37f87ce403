import type { ServerView } from '../../shared/model/server.ts'
import { safeText } from '../../shared/model/text.ts'
import type { AppState } from '../../shared/state.ts'
import { createInView } from '../servers/in-view.ts'
import { createServerLists } from '../servers/lists.ts'
import { createPoller } from '../servers/poller.ts'
import { createRest } from '../servers/rest.ts'
import { createStore } from '../state/store.ts'
import type { Access } from './access.ts'
import { type ExitCode, exitCodes, formatJson } from './format.ts'
import { longestSleepMs, report, type Session } from './session.ts'
import { stateOf } from './state.ts'

type Change = { readonly server: ServerView; readonly from: string; readonly to: string; readonly reason: string }

const stateWord = ({ state, condition }: ServerView) => condition ?? state

/** Why a state is told: what the panel said, or that it says nothing any more. */
function reasonOf(server: ServerView): string {
  if (server.condition !== null) return 'held by the panel'
  return server.state === 'unknown' ? 'no answer' : 'read'
}

function changesOf(after: AppState, before: AppState): Change[] {
  const gone = Object.values(before.servers).filter(({ ref }) => after.servers[ref] === undefined)
  const told = Object.values(after.servers).flatMap((server): Change[] => {
    const earlier = before.servers[server.ref]
    if (earlier === undefined) return [{ server, from: '-', to: stateWord(server), reason: 'listed' }]
    const [from, to] = [stateWord(earlier), stateWord(server)]
    return from === to ? [] : [{ server, from, to, reason: reasonOf(server) }]
  })
  return [...told, ...gone.map((server) => ({ server, from: stateWord(server), to: '-', reason: 'no longer listed' }))]
}

/**
 * Prints a line for every change of a server's state, read as the app reads them, until it is stopped or the
 * time is over. A key that fails is told on standard error; the others go on. Fails when none works at first.
 */
export async function runWatch(
  session: Session,
  accesses: readonly Access[],
  forMs: number | null,
  stopped: AbortSignal | undefined,
): Promise<ExitCode> {
  const { clock, stdout, stderr, options } = session
  const store = createStore(stateOf(accesses))
  const clients = new Map(Object.keys(store.get().keys).map((id, index) => [id, accesses[index]?.client]))
  const clientFor = (id: string) => clients.get(id)
  const rest = createRest({ clock })
  const inView = createInView()
  const unsubscribe = store.subscribe((after, before) => {
    for (const { server, from, to, reason } of changesOf(after, before)) {
      const { identifier, name } = server
      const time = new Date(clock.now()).toISOString()
      if (options.json) stdout.write(formatJson({ time, identifier, name, from, to, reason }))
      else stdout.write(`${time} ${identifier} ${from} ${to} (${reason}) ${safeText(name)}\n`)
    }
    // As many rows as a window shows are read as often as those of a window.
    inView.set(
      Object.values(after.servers)
        .slice(0, 20)
        .map(({ ref }) => ref),
    )
  })
  const lists = createServerLists({ store, clock, clientFor, rest })
  const poller = createPoller({ store, clock, clientFor, inView, isResting: rest.isResting })
  const ending = new AbortController()
  try {
    await lists.refreshAll()
    const failures = Object.values(store.get().keys).flatMap(({ health }) =>
      health.kind === 'failing' ? [health.error] : [],
    )
    const exits = failures.map((error) => report(stderr, error, options.json))
    if (exits[0] !== undefined && failures.length === accesses.length) return exits[0]
    const signals = [ending.signal, ...(stopped === undefined ? [] : [stopped])]
    await clock.sleep(forMs ?? longestSleepMs, AbortSignal.any(signals))
    return exitCodes.done
  } finally {
    ending.abort()
    unsubscribe()
    poller.dispose()
    lists.dispose()
    rest.dispose()
  }
}
