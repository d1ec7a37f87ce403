import { useEffect } from 'react'
import type { AppState } from '../../shared/state/state-schema.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import type { OpenDialog } from '../state/view.ts'
import { lazy } from '../ui/lazy.tsx'

// Loaded when first opened, so that the list comes first.
const BackupDialog = lazy(async () => (await import('../features/backups/BackupDialog.tsx')).BackupDialog)
const BulkDialog = lazy(async () => (await import('../features/bulk/BulkDialog.tsx')).BulkDialog)
const CancelQuestion = lazy(async () => (await import('../features/restart/CancelQuestion.tsx')).CancelQuestion)
const LeftTextQuestion = lazy(async () => (await import('../features/files/LeftTextQuestion.tsx')).LeftTextQuestion)
const LinkRestart = lazy(async () => (await import('../features/restart/LinkRestart.tsx')).LinkRestart)
const PlayersConsent = lazy(async () => (await import('../features/players/PlayersConsent.tsx')).PlayersConsent)
const PlayersDialog = lazy(async () => (await import('../features/players/PlayersDialog.tsx')).PlayersDialog)
const PowerQuestion = lazy(async () => (await import('../features/servers/PowerQuestion.tsx')).PowerQuestion)
const RestartDialog = lazy(async () => (await import('../features/restart/RestartDialog.tsx')).RestartDialog)

/** True where the subject of a dialog is gone, or can no longer be changed. */
function isMoot({ plans, servers }: AppState, dialog: OpenDialog): boolean {
  // A plan whose countdown ended meanwhile says so itself.
  if (dialog.kind === 'cancel') return (plans[dialog.planId]?.phase ?? 'cancelled') === 'cancelled'
  // A text can still be copied when its server has gone.
  if (dialog.kind === 'players-consent' || dialog.kind === 'left-text') return false
  const refs = 'refs' in dialog ? dialog.refs : [dialog.ref]
  return refs.every((ref) => servers[ref] === undefined)
}

/** Asks about each text that was left unsaved until that is answered, whenever no other dialog is open. */
function useLeftTextQuestion(): void {
  const { view } = useClient()
  const next = useView(({ dialog, leftTexts }) =>
    dialog === null ? (Object.values(leftTexts).find(({ isAsked }) => !isAsked) ?? null) : null,
  )
  useEffect(() => {
    // By now an editor may show the text again.
    if (next === null || view.getState().leftTexts[next.ref] !== next) return
    view.setState({ dialog: { kind: 'left-text', ref: next.ref } })
  }, [next, view])
}

/** All dialogs about servers, over any page and window. */
export function OpenDialogs() {
  const { view } = useClient()
  const dialog = useView((state) => state.dialog)
  const moot = useAppState((state) => dialog !== null && isMoot(state, dialog))
  // By the time that one has done its work, another may be open.
  const close = () => view.setState((now) => (now.dialog === dialog ? { dialog: null } : {}))
  useLeftTextQuestion()
  // The subject may come back, but the question must not: nobody expects it any longer.
  useEffect(() => {
    if (moot) view.setState({ dialog: null })
  }, [moot, view])
  switch (dialog?.kind) {
    case 'power':
      return <PowerQuestion asked={dialog} onClose={close} />
    case 'link':
      return <LinkRestart serverRef={dialog.ref} onClose={close} />
    case 'restart':
      return <RestartDialog key={dialog.refs.join(' ')} refs={dialog.refs} onClose={close} />
    case 'cancel':
      return <CancelQuestion planId={dialog.planId} onClose={close} />
    case 'bulk':
      return <BulkDialog work={dialog.work} refs={dialog.refs} onClose={close} />
    case 'backup':
      return <BackupDialog serverRef={dialog.ref} onClose={close} />
    case 'players':
      return <PlayersDialog serverRef={dialog.ref} onClose={close} />
    case 'players-consent':
      return <PlayersConsent onClose={close} />
    case 'left-text':
      return <LeftTextQuestion serverRef={dialog.ref} onClose={close} />
    default:
      return null
  }
}
