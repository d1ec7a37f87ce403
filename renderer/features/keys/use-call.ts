import { useState } from 'react'
import type { AppError } from '../../../shared/error-schema.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import type { Result } from '../../../shared/result.ts'
import { attempt } from '../../bridge/bridge.ts'

export type KeyDialogProps = {
  keyView: KeyView
  onClose: () => void
  /** Gets the focus when the dialog closes. */
  finalFocus: React.RefObject<HTMLElement | null>
}

/** Runs a dialog's call: calls `onDone` when it succeeds, otherwise returns its failure. */
export function useCall(onDone: () => void) {
  const [busy, setBusy] = useState(false)
  const [error, setError] = useState<AppError | null>(null)
  return {
    busy,
    error,
    clear: () => setError(null),
    async run<T>(call: () => Promise<Result<T>>) {
      setBusy(true)
      setError(null)
      const result = await attempt(call)
      setBusy(false)
      if (result.ok) onDone()
      else setError(result.error)
    },
  }
}
