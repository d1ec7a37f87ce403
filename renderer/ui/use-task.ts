import { useEffect, useRef, useState } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import type { Result } from '../../shared/result.ts'
import { attempt } from '../bridge/bridge.ts'

/** `at` is when it ended, in unix milliseconds. */
type Task = Readonly<{ busy: boolean; done: string | null; error: AppError | null; at: number }>
const notRun: Task = { busy: false, done: null, error: null, at: 0 }

/**
 * A task that runs at most once at a time, and its outcome in words.
 * @param run does it; a null value means that the person cancelled
 */
export function useTask(run: () => Promise<Result<string | null>>) {
  const [task, setTask] = useState<Task>(notRun)
  const start = async () => {
    if (task.busy) return
    setTask({ ...notRun, busy: true })
    const result = await attempt(run)
    const at = Date.now()
    setTask(result.ok ? { ...notRun, done: result.value, at } : { ...notRun, error: result.error, at })
  }
  return { ...task, start: (): void => void start(), clear: () => setTask(({ busy }) => ({ ...notRun, busy })) }
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
