import type { ServerRef } from '../../shared/model/identifier.ts'
import type { ServerView } from '../../shared/model/server-schema.ts'
import { safeText } from '../../shared/model/text.ts'
import { fail } from '../../shared/result.ts'
import type { AppState } from '../../shared/state/state-schema.ts'
import { readingOf, type ServerSample, startedAnew } from '../notify/track.ts'
import { seconds } from './argument-types.ts'
import { panelCommand } from './command.ts'
import { openForegroundCore } from './core.ts'
import { createFeed } from './feed.ts'
import { formatJson, isoTime } from './format.ts'
import { playersOption, playersOutput, playersText } from './players.ts'
import { notListed, type Outcome, reportLeftOut, type Session } from './session.ts'
import type { PanelTools } from './tools.ts'

type Change = { readonly server: ServerView; readonly from: string; readonly to: string; readonly reason: string }

const stateWord = ({ state, condition }: ServerView) => condition ?? state

/** Why a state is told: what the panel said, or that it says nothing any more. */
function reasonOf(server: ServerView): string {
  if (server.condition !== null) return 'held by the panel'
  return server.state === 'unknown' ? 'no answer' : 'read'
}

/** Tells changes of states, and restarts that only an uptime shows, from one state of the app to the next. */
export function createChanges(): (after: AppState, before: AppState) => readonly Change[] {
  const readings = new Map<ServerRef, ServerSample>()

  /** True where its process is another one than at the reading before. */
  function isAnew(server: ServerView): boolean {
    const before = readings.get(server.ref) ?? null
    const after = readingOf(server, before)
    if (after === null) readings.delete(server.ref)
    else readings.set(server.ref, after)
    return before !== null && after !== null && startedAnew(before, after)
  }

  function changeOf(server: ServerView, earlier: ServerView | undefined): Change[] {
    const wasStartedAnew = isAnew(server)
    const to = stateWord(server)
    if (earlier === undefined) return [{ server, from: '-', to, reason: 'listed' }]
    const from = stateWord(earlier)
    if (wasStartedAnew) return [{ server, from, to, reason: 'restarted' }]
    return from === to ? [] : [{ server, from, to, reason: reasonOf(server) }]
  }

  return (after, before) => {
    if (after.servers === before.servers) return []
    const changed = Object.values(after.servers).filter((server) => server !== before.servers[server.ref])
    const gone = Object.values(before.servers).filter(({ ref }) => after.servers[ref] === undefined)
    for (const { ref } of gone) readings.delete(ref)
    return [
      ...changed.flatMap((server) => changeOf(server, before.servers[server.ref])),
      ...gone.map((server) => ({ server, from: stateWord(server), to: '-', reason: 'no longer listed' })),
    ]
  }
}

/** Servers whose count of players is another one than before, or is known no more. */
export function playerChanges(after: AppState, before: AppState): readonly Change[] {
  if (after.players === before.players) return []
  const onlineOf = ({ players }: AppState, ref: ServerRef) => players[ref]?.count?.online ?? null
  const changed = Object.values(after.servers).filter(({ ref }) => onlineOf(after, ref) !== onlineOf(before, ref))
  return changed.map((server) => ({ server, from: stateWord(server), to: stateWord(server), reason: 'players' }))
}

/**
 * Prints a line for every change of a server's state, read as the app reads them, until it is stopped or the
 * time is over. A key that fails is told on standard error; the others go on. Fails when none works at first.
 * Where players are asked for, a change of their count is told as well.
 */
async function runWatch(
  session: Session,
  tools: PanelTools,
  { for: forMs, players: asksPlayers }: { readonly for: number | null; readonly players: boolean },
): Promise<Outcome> {
  const { clock, stopped, over, stdout, stderr, options } = session
  session.leaveUnread?.()
  const core = openForegroundCore(clock, tools, { openPlayers: asksPlayers ? session.openPlayers : undefined })
  const { store, lists, visibleServers } = core
  const time = () => isoTime(clock.now())
  const feed = createFeed(stdout, (dropped) => {
    if (options.json) stdout.write(formatJson({ time: time(), dropped }))
    else stderr.write(`${dropped} changes were left out, since the output was not read in time.\n`)
  })
  function tell({ server: { ref, identifier, name }, from, to, reason }: Change): void {
    const players = asksPlayers ? playersOutput(store.get(), ref) : undefined
    const json = { time: time(), identifier, name, from, to, reason, ...(players !== undefined && { players }) }
    const why = players && reason === 'players' ? `${playersText(players)} players` : reason
    feed.write(
      options.json ? formatJson(json) : `${json.time} ${identifier} ${from} ${to} (${why}) ${safeText(name)}\n`,
    )
  }
  const changesOf = createChanges()
  const unsubscribe = store.subscribe((after, before) => {
    const changes = changesOf(after, before)
    const counted = playerChanges(after, before).filter(({ server }) => !changes.some((one) => one.server === server))
    for (const change of [...changes, ...counted]) tell(change)
    // As many rows as a window shows are read as often as those of a window.
    const refs = Object.values(after.servers).map(({ ref }) => ref)
    visibleServers.set(refs.slice(0, 20))
  })
  const ending = new AbortController()
  try {
    const time = clock.sleep(forMs ?? Number.POSITIVE_INFINITY, AbortSignal.any([ending.signal, over]))
    const wasListed = await Promise.race([lists.refreshAll().then(() => true), time.then(() => false)])
    if (stopped.aborted) return fail('cancelled')
    if (!wasListed && !over.aborted) return fail(notListed)
    const failures = Object.values(store.get().keys).flatMap(({ health }) =>
      health.kind === 'failing' ? [health.error] : [],
    )
    const exits = failures.map(session.report)
    if (exits[0] !== undefined && failures.length === tools.accesses.length) return exits[0]
    const exit = reportLeftOut(session, Object.values(store.get().keys))
    await time
    return exit
  } finally {
    ending.abort()
    unsubscribe()
    await core.dispose()
    feed.end()
  }
}

/** Ten days, in seconds. */
const longestWatchS = 864_000

/** How long a command that goes on is to run, in milliseconds; null until it is stopped. */
export const spanOption = seconds('end after this many seconds', '--for needs seconds.', {
  usual: null,
  max: longestWatchS,
})

export const watchCommand = panelCommand({
  name: 'watch',
  help: 'a line for every change of a state, until stopped',
  options: { for: spanOption, players: playersOption },
  run: runWatch,
})
