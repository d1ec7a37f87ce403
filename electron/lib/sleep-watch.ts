import { fail, type Result } from '../../shared/result.ts'
import type { Clock } from './clock.ts'

/** How far the looks at the clock are apart, in milliseconds. */
const intervalMs = 1_000
/**
 * A look may come this much late, in milliseconds, while the computer is awake: macOS stretches the timers of an app in the
 * background (10 s became 20 s).
 */
export const stretchMs = 15_000

/** What a look comes to that something is to follow; `slept` where the computer slept meanwhile, so that nothing does. */
export async function unlessSlept<T>(
  watch: Pick<SleepWatch, 'begin'>,
  look: () => Promise<Result<T>>,
): Promise<Result<T>> {
  const vigil = watch.begin()
  const seen = await look()
  const hasSlept = vigil.hasSlept()
  vigil.end()
  return seen.ok && hasSlept ? fail('slept') : seen
}

export function createSleepWatch(clock: Pick<Clock, 'steady' | 'after'>) {
  const open = new Set<{ slept: boolean; readonly onSlept: () => void }>()
  let seenAt = Number.POSITIVE_INFINITY
  let cancelNap = () => {}

  function note(): void {
    for (const one of [...open]) {
      if (one.slept) continue
      one.slept = true
      one.onSlept()
    }
  }

  function look(): void {
    cancelNap()
    const now = clock.steady()
    const isLate = now - seenAt > intervalMs + stretchMs
    seenAt = open.size > 0 ? now : Number.POSITIVE_INFINITY
    if (open.size > 0) cancelNap = clock.after(intervalMs, look)
    if (isLate) note()
  }

  return {
    /** The system says that it goes to sleep. */
    note,
    /**
     * Watches for sleep from now on.
     * @param onSlept called once, as soon as sleep shows
     */
    begin(onSlept: () => void = () => {}) {
      // What others slept through was before its time.
      look()
      const one = { slept: false, onSlept }
      open.add(one)
      look()
      return {
        /** Whether the computer slept since then. */
        hasSlept(): boolean {
          look()
          return one.slept
        },
        end(): void {
          open.delete(one)
          look()
        },
      }
    },
  }
}

/**
 * Tells whether the computer slept while something was under way that must not go on by itself then. Sleep shows by what the
 * system says of it, and where that says nothing, as to the command line, by looks at the clock that lie too far apart.
 */
export type SleepWatch = ReturnType<typeof createSleepWatch>

/** One watch for sleep, from its begin on. */
export type Vigil = ReturnType<SleepWatch['begin']>
