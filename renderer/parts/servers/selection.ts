import type { ServerRef } from '../../../shared/model/identifier.ts'

/** Ticks a server, or unticks it. */
export function toggled(picked: readonly ServerRef[], ref: ServerRef): readonly ServerRef[] {
  return picked.includes(ref) ? picked.filter((one) => one !== ref) : [...picked, ref]
}

/** The ticked servers with more added, each once. */
export function withAll(picked: readonly ServerRef[], more: readonly ServerRef[]): readonly ServerRef[] {
  return [...new Set([...picked, ...more])]
}

/** The ticked servers without some. */
export function withoutAll(picked: readonly ServerRef[], gone: readonly ServerRef[]): readonly ServerRef[] {
  const away = new Set(gone)
  return picked.filter((ref) => !away.has(ref))
}

/** How many of `refs` are ticked. */
export function ticked(picked: readonly ServerRef[], refs: readonly ServerRef[]): 'none' | 'some' | 'all' {
  const known = new Set(picked)
  const n = refs.filter((ref) => known.has(ref)).length
  return n === 0 ? 'none' : n === refs.length ? 'all' : 'some'
}

/** The servers from one to another as listed, both included; only the latter where the former is gone. */
export function between(refs: readonly ServerRef[], from: ServerRef | null, to: ServerRef): readonly ServerRef[] {
  const start = from === null ? -1 : refs.indexOf(from)
  const end = refs.indexOf(to)
  if (start === -1 || end === -1) return [to]
  return refs.slice(Math.min(start, end), Math.max(start, end) + 1)
}
