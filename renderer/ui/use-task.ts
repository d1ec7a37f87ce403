import { useState } from 'react'
import type { AppError } from '../../shared/errors.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'

/**
 * One thing to do, at most once at a time, and what came of it in words.
 * @param run does it; null means that the person changed their mind
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

/** What a call came to, in words; null where the person called it off. */
export async function told<T>(
  call: Promise<Result<T | null>>,
  words: (value: T) => string,
): Promise<Result<string | null>> {
  const result = await call
  return result.ok ? { ok: true, value: result.value === null ? null : words(result.value) } : result
}

/** A call after which its dialog goes; after a failure it stays, and tells it. */
export async function closing(call: Promise<Result<unknown>>, onClose: () => void): Promise<Result<string | null>> {
  const result = await call
  if (!result.ok) return result
  onClose()
  return { ok: true, value: null }
}
