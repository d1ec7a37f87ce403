import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/error-schema.ts'
import type { FileEnd, FileStamp, TextFile } from '../../../../shared/files/contract.ts'
import type { FilePath } from '../../../../shared/files/files.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'
import { useIsHere } from '../../../ui/use-task.ts'
import { isLog } from '../entries/file-words.ts'

/** What is known of a file that was opened. */
export type OpenedFile =
  | { readonly kind: 'reading' }
  /** All of it comes over the network; null where its size is not known. */
  | { readonly kind: 'reading-end'; readonly size: number | null }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'text'; readonly file: TextFile }
  | { readonly kind: 'binary' | 'too-large'; readonly stamp: FileStamp }
  | { readonly kind: 'end'; readonly end: FileEnd }

/** A log that is larger than this is not downloaded for its last part unless a person says so, in bytes. */
const maxUnaskedBytes = 512 * 1024 * 1024

/** True for what is shown from its end at once. */
const showsEnd = (path: FilePath, { size }: FileStamp) => isLog(path) && size !== null && size <= maxUnaskedBytes

/**
 * Reads a file once; another path wants another `key` of its component. The panel notes each reading, so nothing is
 * read again by itself.
 * @param known what is known already: a text that was left unsaved, or that it is too large
 */
export function useReading(ref: ServerRef, path: FilePath, known: OpenedFile | null) {
  const { call } = useClient().bridge
  const [reading, setReading] = useState<OpenedFile>(known ?? { kind: 'reading' })
  /** The number of the newest call, so that a late answer to an older one changes nothing. */
  const newest = useRef(0)
  const isHere = useIsHere()

  const readEnd = useCallback(
    async (size: number | null) => {
      const mine = ++newest.current
      setReading({ kind: 'reading-end', size })
      const result = await attempt(() => call('files:readEnd', { ref, path }))
      if (mine !== newest.current) return
      setReading(result.ok ? { kind: 'end', end: result.value } : { kind: 'failed', error: result.error })
    },
    [call, ref, path],
  )

  const read = useCallback(async () => {
    const mine = ++newest.current
    setReading({ kind: 'reading' })
    const result = await attempt(() => call('files:read', { ref, path }))
    // The end of a log that was closed meanwhile would come unseen, and with nobody to leave it.
    if (mine !== newest.current || !isHere.current) return
    if (!result.ok) return setReading({ kind: 'failed', error: result.error })
    const { value } = result
    if (value.kind === 'text') setReading({ kind: 'text', file: value })
    else if (value.kind === 'too-large' && showsEnd(path, value.stamp)) await readEnd(value.stamp.size)
    else setReading(value)
  }, [call, isHere, readEnd, ref, path])

  const isBegun = useRef(known !== null)
  useEffect(() => {
    if (isBegun.current) return
    isBegun.current = true
    void read()
  }, [read])

  const isEnd = reading.kind === 'reading-end'
  useEffect(() => {
    if (!isEnd) return
    // Nobody waits for the rest of a large file that is no longer looked at.
    return () => void attempt(() => call('files:leaveEnd'))
  }, [call, isEnd])

  return { reading, read: () => void read(), readEnd: (size: number | null) => void readEnd(size) }
}
