import type { ServerRef } from '../../../shared/model/identifier.ts'

/** Ticks a server or what else is listed, or unticks it. */
export function toggled<T extends string>(picked: readonly T[], ref: T): readonly T[] {
  return picked.includes(ref) ? picked.filter((one) => one !== ref) : [...picked, ref]
}

/** The ticked servers with more added, each once. */
export function withAll<T extends string>(picked: readonly T[], more: readonly T[]): readonly T[] {
  return [...new Set([...picked, ...more])]
}

/** How many of `refs` are ticked. */
export function ticked(picked: readonly ServerRef[], refs: readonly ServerRef[]): 'none' | 'some' | 'all' {
  const known = new Set(picked)
  const n = refs.filter((ref) => known.has(ref)).length
  return n === 0 ? 'none' : n === refs.length ? 'all' : 'some'
}

/** Ticks all of `refs`, or unticks them where all are ticked. */
export function toggledAll(picked: readonly ServerRef[], refs: readonly ServerRef[]): readonly ServerRef[] {
  if (ticked(picked, refs) !== 'all') return withAll(picked, refs)
  const gone = new Set(refs)
  return picked.filter((ref) => !gone.has(ref))
}

/** The servers from one to another as listed, both included; only the latter where the former is gone. */
export function between<T extends string>(refs: readonly T[], from: T | null, to: T): readonly T[] {
  const start = from === null ? -1 : refs.indexOf(from)
  const end = refs.indexOf(to)
  if (start === -1 || end === -1) return [to]
  return refs.slice(Math.min(start, end), Math.max(start, end) + 1)
}
