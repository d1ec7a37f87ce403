import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { FileEnd, FileReading, TextFile } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import type { Result } from '../../../../shared/result.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'
import { useIsHere } from '../../../ui/use-task.ts'
import { isLog } from '../entries/file-words.ts'

/** What is known of a file that was opened. */
type OpenedFile =
  | FileReading
  | { readonly kind: 'reading' }
  /** All of it comes over the network; null where its size is not known. */
  | { readonly kind: 'reading-end'; readonly size: number | null }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'end'; readonly end: FileEnd }

/** A log that is larger than this is not downloaded for its last part unless a person says so, in bytes. */
const maxUnaskedBytes = 512 * 1024 * 1024

/** True for what is shown from its end at once. */
const showsEnd = (path: FilePath, size: number | null) => isLog(path) && size !== null && size <= maxUnaskedBytes

/**
 * Reads a file once; another path wants another `key` of its component. The panel notes each reading, so nothing is
 * read again by itself.
 * @param known a text that was left unsaved, so that nothing is read
 */
export function useReading(ref: ServerRef, path: FilePath, known: TextFile | null) {
  const { call } = useClient().bridge
  const [reading, setReading] = useState<OpenedFile>(known ?? { kind: 'reading' })
  /** The number of the newest call, so that a late answer to an older one changes nothing. */
  const newest = useRef(0)
  const isHere = useIsHere()

  async function show(meanwhile: OpenedFile, ask: () => Promise<Result<OpenedFile>>): Promise<void> {
    const mine = ++newest.current
    setReading(meanwhile)
    const result = await attempt(ask)
    // The end of a log that was closed meanwhile would come unseen, and with nobody to leave it.
    if (mine !== newest.current || !isHere.current) return
    const now: OpenedFile = result.ok ? result.value : { kind: 'failed', error: result.error }
    if (now.kind === 'too-large' && showsEnd(path, now.stamp.size)) readEnd(now.stamp.size)
    else setReading(now)
  }
  const read = () => void show({ kind: 'reading' }, () => call('files:read', { ref, path }))
  const readEnd = (size: number | null) =>
    void show({ kind: 'reading-end', size }, async () => {
      const end = await call('files:readEnd', { ref, path })
      return end.ok ? { ok: true, value: { kind: 'end', end: end.value } } : end
    })

  const first = useRef(known === null ? read : null)
  useEffect(() => {
    first.current?.()
    first.current = null
  }, [])

  const isEnd = reading.kind === 'reading-end'
  useEffect(() => {
    if (!isEnd) return
    // Nobody waits for the rest of a large file that is no longer looked at.
    return () => void attempt(() => call('files:leaveEnd'))
  }, [call, isEnd])

  return { reading, read, readEnd }
}
