import { useState } from 'react'
import type { AppError } from '../../shared/error-schema.ts'
import type { CallArguments, PageChannel } from '../../shared/ipc/contract.ts'
import { attempt } from '../bridge/bridge.ts'
import { useClient } from '../state/hooks.ts'

export type Save = <C extends PageChannel>(...request: CallArguments<C>) => void

/** Saves choices as they are made, each by a call, and keeps why the last one was not. */
export function useSave() {
  const { call } = useClient().bridge
  const [error, setError] = useState<AppError | null>(null)
  const save: Save = (...request) =>
    void attempt(() => call(...request)).then((result) => setError(result.ok ? null : result.error))
  return { error, save }
}
