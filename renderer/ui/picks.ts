import { useRef } from 'react'

/** Ticks what is listed, or unticks it. */
export function toggled<T extends string>(picked: readonly T[], row: T): readonly T[] {
  return picked.includes(row) ? picked.filter((one) => one !== row) : [...picked, row]
}

/** The ticked rows with more added, each once. */
export function withAll<T extends string>(picked: readonly T[], more: readonly T[]): readonly T[] {
  return [...new Set([...picked, ...more])]
}

/** How many of `rows` are ticked. */
export function ticked<T extends string>(picked: readonly T[], rows: readonly T[]): 'none' | 'some' | 'all' {
  const known = new Set(picked)
  const n = rows.filter((row) => known.has(row)).length
  return n === 0 ? 'none' : n === rows.length ? 'all' : 'some'
}

/** Ticks all of `rows`, or unticks them where all are ticked. */
export function toggledAll<T extends string>(picked: readonly T[], rows: readonly T[]): readonly T[] {
  if (ticked(picked, rows) !== 'all') return withAll(picked, rows)
  const gone = new Set(rows)
  return picked.filter((row) => !gone.has(row))
}

/** The rows from one to another as listed, both included; only the latter where the former is gone. */
export function between<T extends string>(rows: readonly T[], from: T | null, to: T): readonly T[] {
  const start = from === null ? -1 : rows.indexOf(from)
  const end = rows.indexOf(to)
  if (start === -1 || end === -1) return [to]
  return rows.slice(Math.min(start, end), Math.max(start, end) + 1)
}

/**
 * The ticks of a list.
 * @param rows what is listed, in its order; `picked` may have more
 */
export function usePicks<T extends string>(
  rows: readonly T[],
  picked: readonly T[],
  setPicked: (change: (before: readonly T[]) => readonly T[]) => void,
) {
  /** The start of a range: the row last ticked by itself. */
  const anchor = useRef<T | null>(null)
  /** Ticks or unticks a row; `isRange` ticks all from the start of the range to it. */
  const pick = (row: T, isRange: boolean) => {
    const range = between(rows, anchor.current, row)
    setPicked((before) => (isRange ? withAll(before, range) : toggled(before, row)))
    if (!isRange || anchor.current === null) anchor.current = row
  }
  return {
    picked,
    pick,
    /** Ticks all to `to` from where the ticking began, else from `from`, as Shift with an arrow does. */
    extend(from: T, to: T) {
      anchor.current ??= from
      pick(to, true)
    },
    /** Ticks all of `these`, or unticks them where all are ticked. */
    toggleAll: (these: readonly T[]) => setPicked((before) => toggledAll(before, these)),
    all: () => setPicked((before) => withAll(before, rows)),
    /** Unticks all; the next range begins anew. */
    clear() {
      anchor.current = null
      setPicked(() => [])
    },
  } as const
}

export type Picks<T extends string> = ReturnType<typeof usePicks<T>>
