import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'

/** Saves choices as they are made, and keeps why the last one was not. */
export function useSave() {
  const [error, setError] = useState<AppError | null>(null)
  const save = async (call: () => Promise<Result<unknown>>) => {
    const result = await attempt(call)
    setError(result.ok ? null : result.error)
  }
  return { error, save: (call: () => Promise<Result<unknown>>) => void save(call) }
}
