import { useCallback, useEffect, useRef, useState } from 'react'
import type { AppError } from '../../../../shared/errors.ts'
import type { FileEnd, FilePath, FileStamp } from '../../../../shared/model/file.ts'
import type { ServerRef } from '../../../../shared/model/identifier.ts'
import { attempt } from '../../../bridge/bridge.ts'
import { useClient } from '../../../state/hooks.ts'
import type { TextFile } from '../../../state/view.ts'

/** What is known of a file that was opened. */
export type Reading =
  | { readonly kind: 'reading' | 'reading-end' }
  | { readonly kind: 'failed'; readonly error: AppError }
  | { readonly kind: 'text'; readonly file: TextFile }
  | { readonly kind: 'binary' | 'too-large'; readonly stamp: FileStamp }
  | { readonly kind: 'end'; readonly end: FileEnd }

/**
 * Reads a file once. The panel notes each reading, so nothing is read again by itself.
 * @param known what is known already: a text that was left unsaved, or that it is too large
 */
export function useReading(ref: ServerRef, path: FilePath, known: Reading | null) {
  const { call } = useClient().bridge
  const [reading, setReading] = useState<Reading>(known ?? { kind: 'reading' })
  /** The number of the newest call, so that a late answer to an older one changes nothing. */
  const newest = useRef(0)

  const read = useCallback(async () => {
    const mine = ++newest.current
    setReading({ kind: 'reading' })
    const result = await attempt(() => call['files:read']({ ref, path }))
    if (mine !== newest.current) return
    if (!result.ok) setReading({ kind: 'failed', error: result.error })
    else setReading(result.value.kind === 'text' ? { kind: 'text', file: result.value } : result.value)
  }, [call, ref, path])

  const readEnd = useCallback(async () => {
    const mine = ++newest.current
    setReading({ kind: 'reading-end' })
    const result = await attempt(() => call['files:readEnd']({ ref, path }))
    if (mine !== newest.current) return
    setReading(result.ok ? { kind: 'end', end: result.value } : { kind: 'failed', error: result.error })
  }, [call, ref, path])

  const isKnown = useRef(known !== null)
  useEffect(() => {
    if (!isKnown.current) void read()
    return () => {
      newest.current++
    }
  }, [read])

  const isEnd = reading.kind === 'reading-end'
  useEffect(() => {
    if (!isEnd) return
    // Nobody waits for the rest of a large file that is no longer looked at.
    return () => void attempt(() => call['files:leaveEnd']())
  }, [call, isEnd])

  return { reading, read: () => void read(), readEnd: () => void readEnd() }
}
