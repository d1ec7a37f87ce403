import type { AppState } from './state.ts'
import type { StatePatch } from './state-patch-schema.ts'

type Table<V> = Readonly<Record<string, V>>
type TablePatch<V> = { set: Record<string, V>; drop: string[] }

function diffTable<V>(before: Table<V>, after: Table<V>): TablePatch<V> | undefined {
  if (before === after) return undefined
  const changed = Object.entries(after).filter(([id, value]) => before[id] !== value)
  const drop = Object.keys(before).filter((id) => !Object.hasOwn(after, id))
  return changed.length === 0 && drop.length === 0 ? undefined : { set: Object.fromEntries(changed), drop }
}

function applyTable<V>(before: Table<V>, patch: TablePatch<V> | undefined): Table<V> {
  if (patch === undefined) return before
  const kept = Object.entries(before).filter(([id]) => !patch.drop.includes(id))
  return { ...Object.fromEntries(kept), ...patch.set }
}

/** What changed between two states, by identity of values: equal references are taken as unchanged. */
export function diffState(before: AppState, after: AppState): Omit<StatePatch, 'from' | 'to'> {
  const panels = diffTable(before.panels, after.panels)
  const keys = diffTable(before.keys, after.keys)
  const servers = diffTable(before.servers, after.servers)
  const consoles = diffTable(before.consoles, after.consoles)
  const notices = diffTable(before.notices, after.notices)
  return {
    ...(before.app !== after.app && { app: after.app }),
    ...(before.vault !== after.vault && { vault: after.vault }),
    ...(panels && { panels }),
    ...(keys && { keys }),
    ...(servers && { servers }),
    ...(consoles && { consoles }),
    ...(notices && { notices }),
  }
}

/** The state after `patch`. Untouched values keep their identity, so that views can skip them. */
export function applyPatch(state: AppState, patch: StatePatch): AppState {
  return {
    app: patch.app ?? state.app,
    vault: patch.vault ?? state.vault,
    panels: applyTable(state.panels, patch.panels),
    keys: applyTable(state.keys, patch.keys),
    servers: applyTable(state.servers, patch.servers),
    consoles: applyTable(state.consoles, patch.consoles),
    notices: applyTable(state.notices, patch.notices),
  }
}
