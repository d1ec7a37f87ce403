import { canCancelReinstall, isReinstalling, reinstallWords } from '../../../shared/jobs/reinstall.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { AreaNews } from '../../parts/area/AreaSlot.tsx'
import { useAppState, useClient, useRunOnce } from '../../state/hooks.ts'
import { useChanged } from '../../ui/use-changed.ts'

type Given = {
  /** The server's name as the person knows it. */
  readonly name: string
  /** The step once it is done; undefined where the server cannot be started. */
  readonly start: AreaNews['step']
  /** Told when the panel may tell something else of the server by now. */
  readonly onChange: () => void
  readonly onDismiss: () => void
}

/** What is told of a reinstall that was asked for here; `leads` where the panel's own word says less than that. */
export function useReinstallNews(ref: ServerRef, given: Given): (AreaNews & { readonly leads: boolean }) | null {
  const { call } = useClient().bridge
  const runOnce = useRunOnce()
  const run = useAppState((state) => state.reinstalls[ref] ?? null)
  useChanged(run?.phase, given.onChange)
  if (run === null) return null
  const common = {
    ...reinstallWords(run, given.name),
    hasFailed: run.phase === 'failed' || run.phase === 'unknown',
    leads: isReinstalling(run) || !run.isAccepted,
  }
  if (canCancelReinstall(run)) {
    const cancel = () => void runOnce(() => call('serverSettings:cancelReinstall', { ref }))
    return { ...common, step: { label: 'Cancel', onClick: cancel } }
  }
  if (isReinstalling(run)) return common
  const { id } = run
  function onDismiss() {
    given.onDismiss()
    void runOnce(() => call('jobs:dismiss', { id }))
  }
  return { ...common, onDismiss, ...(run.phase === 'done' && given.start && { step: given.start }) }
}
