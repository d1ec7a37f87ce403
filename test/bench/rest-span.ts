import { systemClock } from '../../electron/lib/clock.ts'

/** What a process took over a while: bytes of memory at most, milliseconds of CPU in each second. */
export type RestSample = { readonly bytes: number; readonly cpuMsPerSecond: number }

/** At first everything is read once; then a fleet is at rest. */
const settleMs = 60_000
const restMs = 60_000

/** What this process takes once it has come to rest. */
export async function measureRest(): Promise<RestSample> {
  await systemClock.sleep(settleMs)
  const before = process.cpuUsage()
  let bytes = 0
  for (let rested = 0; rested < restMs; rested += 1_000) {
    await systemClock.sleep(1_000)
    bytes = Math.max(bytes, process.memoryUsage.rss())
  }
  const { user, system } = process.cpuUsage(before)
  return { bytes, cpuMsPerSecond: (user + system) / restMs }
}
