import type { PanelActivityLine } from '../../shared/activity/contract.ts'
import { areaNeeds } from '../../shared/keys/rights.ts'
import { ok, type Result } from '../../shared/result.ts'
import type { AtServer } from '../panel/at-server.ts'
import { readActivity } from '../panel-activity/panel.ts'
import { lineOf } from '../panel-activity/sentence.ts'
import { misuse, option, server } from './argument-types.ts'
import { serverCommand } from './command.ts'
import { type Columns, isoTime, listing } from './format.ts'
import { noteLeftOut } from './session.ts'

/** How many lines are told without a word about it, and at most. */
const usual = 25
const most = 1_000
/** The most that a panel gives of one page. */
const perPage = 100
/** A panel that gives fewer of each page than it was asked for is not followed for ever. */
const maxPages = 40

/** The newest lines, page by page, up to the first that holds none of the second of the last one wanted. */
async function newest(at: AtServer, limit: number) {
  let lines: readonly PanelActivityLine[] = []
  let missing = 0
  for (let page = 1; ; page += 1) {
    const read = await readActivity(at, { page, perPage, filter: null })
    if (!read.ok) return read
    const { events, totalPages, leftOut } = read.value
    missing += leftOut
    // What was done meanwhile moves the pages, so a line may come twice.
    const all = new Map([...events.map(lineOf), ...lines].map((line) => [line.id, line]))
    // Of one second, what a later page tells was done later.
    lines = [...all.values()].toSorted((one, other) => other.at - one.at)
    const isOver = page >= Math.min(totalPages, maxPages) || events.length + leftOut === 0
    const isWhole = (lines[limit - 1]?.at ?? 0) > (lines.at(-1)?.at ?? 0)
    if (isOver || isWhole) return ok({ lines: lines.slice(0, limit), leftOut: missing })
  }
}

const columns: Columns<PanelActivityLine> = {
  TIME: ({ at }) => isoTime(at),
  WHAT: ({ text }) => text,
  BY: ({ actor }) => (actor.kind === 'nobody' ? '–' : `${actor.name}${actor.isKey ? ' (API key)' : ''}`),
}

function jsonOf({ id, at, event, text, actor }: PanelActivityLine) {
  const by = actor.kind === 'nobody' ? null : actor.name
  return { id, at: isoTime(at), event, text, by, byKey: actor.kind === 'account' && actor.isKey }
}

function parseLimit(typed = String(usual)): Result<number> {
  const limit = /^\d{1,4}$/.test(typed) ? Number(typed) : 0
  return limit >= 1 && limit <= most ? ok(limit) : misuse(`--limit needs a number from 1 to ${most}.`)
}

/** Addresses, commands and values are left out, as in the window. */
export const activityCommand = serverCommand({
  name: 'activity',
  help: 'what the panel tells was done to a server, the newest first',
  args: { server },
  options: { limit: option('N', `at most this many lines, up to ${most} (${usual})`, parseLimit) },
  permission: areaNeeds.activity.view,
  async run(session, { at }, { limit }) {
    const read = noteLeftOut(session, await newest(at, limit))
    return read.ok ? ok(listing(columns, read.value.lines, 'No activity.\n', jsonOf)) : read
  },
})
