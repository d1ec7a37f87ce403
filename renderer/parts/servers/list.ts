import { describeServer } from '../../../shared/model/describe-server.ts'
import type { PanelId, ServerRef } from '../../../shared/model/identifier.ts'
import { hasWords, wordsOf } from '../../../shared/model/search.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { type ServerNeed, serverNeeds } from '../../../shared/servers/attention.ts'
import { countedAs, type StateMark } from '../../../shared/servers/summary.ts'
import type { AppState } from '../../../shared/state/state-schema.ts'
import type { Filter, Sort, Wish } from '../../state/view.ts'

const byName = new Intl.Collator('en', { numeric: true, sensitivity: 'base' })

/** The number of servers that a query finds. */
export function countMatching(state: AppState, query: string): number {
  const words = wordsOf(query)
  const { panels } = state
  return Object.values(state.servers).filter((one) => matches(one, words, panels[one.panelId]?.name ?? '')).length
}

type NeedOf = (server: ServerView) => ServerNeed | null

function inFilter(server: ServerView, filter: Filter, needOf: NeedOf, pins: ReadonlySet<ServerRef>): boolean {
  if (filter.kind === 'panel') return server.panelId === filter.id
  if (filter.kind === 'attention') return needOf(server) !== null
  return filter.kind === 'all' || pins.has(server.ref)
}

/** Every word of the query must occur in name, identifier, panel or state. */
function matches(server: ServerView, words: readonly string[], panelName: string): boolean {
  if (words.length === 0) return true
  return hasWords(`${server.name} ${server.identifier} ${panelName} ${describeServer(server, 0).word}`, words)
}

/** The order of marks when sorted by state, behind what needs a person; unknown last. */
const markOrder: readonly StateMark[] = ['busy', 'offline', 'held', 'running', 'unknown']

type Ranked = { readonly needOf: NeedOf; readonly players: AppState['players'] }

const rankOf: Record<Exclude<Sort['by'], 'name'>, (server: ServerView, known: Ranked) => number> = {
  state: (server, { needOf }) => (needOf(server) === null ? -markOrder.indexOf(countedAs(server)) : 1),
  players: ({ ref }, { players }) => players[ref]?.count?.online ?? -1,
  cpu: ({ resources }) => resources?.cpuPercent ?? -1,
  memory: ({ resources }) => resources?.memoryBytes ?? -1,
}

/** Sorts servers: names from A, values from the largest; equal ones keep a fixed order. */
function inOrder(servers: ServerView[], { by, reversed }: Sort, known: Ranked): ServerView[] {
  const tie = (a: ServerView, b: ServerView) => byName.compare(a.name, b.name) || byName.compare(a.ref, b.ref)
  const value = by === 'name' ? tie : (a: ServerView, b: ServerView) => rankOf[by](b, known) - rankOf[by](a, known)
  return servers.sort((a, b) => (reversed ? -value(a, b) : value(a, b)) || tie(a, b))
}

/** The group under which a server is listed. */
export type Group = 'pinned' | PanelId

function groupOf(state: Pick<AppState, 'preferences'>, { ref, panelId }: ServerView): Group {
  return state.preferences.pinned.includes(ref) ? 'pinned' : panelId
}

/** True where servers are listed under headings: all servers, sorted by name, in more than one group. */
export function isGrouped({ filter, sort }: Wish): boolean {
  return filter.kind === 'all' && sort.by === 'name'
}

/**
 * The servers to list, pinned ones first under every order. In groups the pins keep their own order, and the others come
 * panel by panel.
 * @param now unix milliseconds
 */
export function listServers(state: AppState, wish: Wish, now: number): ServerRef[] {
  const { filter, query, sort, mark } = wish
  const { pinned } = state.preferences
  const pins = new Set(pinned)
  const needOf = serverNeeds(state, now)
  const words = wordsOf(query)
  const wanted = Object.values(state.servers).filter(
    (server) =>
      inFilter(server, filter, needOf, pins) &&
      (mark === null || countedAs(server) === mark) &&
      matches(server, words, state.panels[server.panelId]?.name ?? ''),
  )
  const sorted = inOrder(wanted, sort, { needOf, players: state.players })
  const first = sorted.filter(({ ref }) => pins.has(ref)).map(({ ref }) => ref)
  const rest = sorted.filter(({ ref }) => !pins.has(ref))
  if (!isGrouped(wish)) return [...first, ...rest.map(({ ref }) => ref)]
  const panels = Object.keys(state.panels)
  const ofPanel = rest.toSorted((a, b) => panels.indexOf(a.panelId) - panels.indexOf(b.panelId))
  return [...first.toSorted((a, b) => pinned.indexOf(a) - pinned.indexOf(b)), ...ofPanel.map(({ ref }) => ref)]
}

/** A line of the list: a server, or the heading above those of one group. */
export type Line =
  | { readonly kind: 'server'; readonly ref: ServerRef }
  | { readonly kind: 'heading'; readonly group: Group; readonly key: string }

/** The list with a heading before each group; no headings where there is only one. */
export function withHeadings(state: AppState, refs: readonly ServerRef[]): Line[] {
  const groups = refs.map((ref) => {
    const server = state.servers[ref]
    return server && groupOf(state, server)
  })
  const isOne = new Set(groups).size <= 1
  return refs.flatMap((ref, i): Line[] => {
    const group = groups[i]
    const line = { kind: 'server', ref } as const
    if (isOne || group === undefined || group === groups[i - 1]) return [line]
    return [{ kind: 'heading', group, key: `${group}-${i}` }, line]
  })
}

/** The servers below a heading, until the next one. */
export function groupRefs(lines: readonly Line[], heading: number): readonly ServerRef[] {
  const rest = lines.slice(heading + 1)
  const end = rest.findIndex(({ kind }) => kind === 'heading')
  return rest.slice(0, end === -1 ? undefined : end).flatMap((line) => (line.kind === 'server' ? [line.ref] : []))
}

/**
 * The list while the pointer is over it: rows keep their places while they exist, and new ones are added at the end, so
 * that no click hits a row that just moved.
 */
export function holdStill(
  shown: readonly ServerRef[],
  wanted: readonly ServerRef[],
  exists: (ref: ServerRef) => boolean,
): ServerRef[] {
  const kept = shown.filter(exists)
  return [...kept, ...wanted.filter((ref) => !kept.includes(ref))]
}
