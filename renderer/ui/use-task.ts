import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'

/**
 * A task that runs at most once at a time, and its outcome in words.
 * @param run does it; a null value means that the person cancelled
 */
export function useTask(run: () => Promise<Result<string | null>>) {
  const [busy, setBusy] = useState(false)
  const [done, setDone] = useState<string | null>(null)
  const [error, setError] = useState<AppError | null>(null)
  const start = async () => {
    if (busy) return
    setBusy(true)
    setDone(null)
    setError(null)
    const result = await attempt(run)
    setBusy(false)
    if (result.ok) setDone(result.value)
    else setError(result.error)
  }
  const clear = () => {
    setDone(null)
    setError(null)
  }
  return { busy, done, error, start: () => void start(), clear }
}

/** A call's outcome in words; null where the person cancelled. */
export async function inWords<T>(
  call: Promise<Result<T | null>>,
  words: (value: T) => string,
): Promise<Result<string | null>> {
  const result = await call
  return result.ok ? { ok: true, value: result.value === null ? null : words(result.value) } : result
}

/** Closes a dialog after a call that succeeded; after a failure the dialog stays and shows it. */
export async function closing(call: Promise<Result<unknown>>, onClose: () => void): Promise<Result<null>> {
  const result = await call
  if (!result.ok) return result
  onClose()
  return { ok: true, value: null }
}

/** Whether the component is still there, for what ends later. */
export function useIsHere(): { readonly current: boolean } {
  const isHere = useRef(true)
  useEffect(() => {
    isHere.current = true
    return () => {
      isHere.current = false
    }
  }, [])
  return isHere
}
