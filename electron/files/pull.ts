import type { Pulled } from '../../shared/files/contract.ts'
import { type FileName, type FilePath, isSameStamp, pathIn } from '../../shared/files/files.ts'
import { fail, ok, type Result } from '../../shared/result.ts'
import type { Clock } from '../lib/clock.ts'
import { alreadyThere, entryAt, type Place } from './place.ts'
import { untilRest } from './rest.ts'

/** A file shows within this time where a machine fetches one, in milliseconds. */
const beginMs = 60_000

export type Pull = {
  readonly folder: FilePath
  readonly url: string
  readonly name: FileName
  readonly overwrites: boolean
}

/**
 * Has the machine fetch a file, and watches for it: no panel tells what becomes of it (the panel's API, part 2, *Pull*).
 * Errors: `file-exists`, `pull-not-seen`.
 */
export async function pull(place: Place, clock: Clock, order: Pull): Promise<Result<Pulled>> {
  const { folder, name, url, overwrites } = order
  const path = pathIn(folder, name)
  const before = await entryAt(place, path)
  if (!before.ok) return before
  if (before.value !== null && !(overwrites && before.value.isFile)) return alreadyThere(name)
  const begun = await place.files.pull(place.identifier, folder, { url, name }, place.options)
  if (!begun.ok) return begun
  const came = await untilRest({
    clock,
    signal: place.options.signal,
    look: async () => {
      const now = await entryAt(place, path)
      if (!now.ok || now.value === null || before.value === null) return now
      return ok(isSameStamp(now.value, before.value) ? null : now.value)
    },
    isSame: isSameStamp,
    beginMs,
  })
  if (came === null) return fail(place.options.signal?.aborted ? 'cancelled' : 'pull-not-seen')
  return ok({ name, bytes: came.seen.size })
}
