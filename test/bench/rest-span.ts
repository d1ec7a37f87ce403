import { systemClock } from '../../electron/lib/clock.ts'

/** What a process took over a while: bytes of memory at most, milliseconds of CPU in each second. */
export type RestSample = { readonly bytes: number; readonly cpuMsPerSecond: number }

/** At first everything is read once; then a fleet is at rest, long enough for what happens once in a while to count as that. */
const settleMs = 60_000
const restMs = 300_000
/** Each look at the memory wakes the process and counts as its work. */
const lookEveryMs = 10_000

/** What this process takes once it has come to rest. */
export async function measureRest(): Promise<RestSample> {
  await systemClock.sleep(settleMs)
  const before = process.cpuUsage()
  let bytes = 0
  for (let rested = 0; rested < restMs; rested += lookEveryMs) {
    await systemClock.sleep(lookEveryMs)
    bytes = Math.max(bytes, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(before)
  return { bytes, cpuMsPerSecond: (user + system) / restMs }
}
