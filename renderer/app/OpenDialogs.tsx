import { useEffect } from 'react'
import type { AppState } from '../../shared/state/state-schema.ts'
import { useAppState, useClient, useView } from '../state/hooks.ts'
import type { DialogKind, DialogProps, OpenDialog } from '../state/view.ts'
import { lazy } from '../ui/lazy.tsx'

// Loaded when first opened, so that the list comes first.
const dialogs: { readonly [Kind in DialogKind]: React.FunctionComponent<DialogProps<Kind>> } = {
  backup: lazy(async () => (await import('../features/backups/BackupDialog.tsx')).BackupDialog),
  bulk: lazy(async () => (await import('../features/bulk/BulkDialog.tsx')).BulkDialog),
  cancel: lazy(async () => (await import('../features/restart/CancelQuestion.tsx')).CancelQuestion),
  'left-text': lazy(async () => (await import('../features/files/LeftTextQuestion.tsx')).LeftTextQuestion),
  link: lazy(async () => (await import('../features/restart/LinkRestart.tsx')).LinkRestart),
  players: lazy(async () => (await import('../features/players/PlayersDialog.tsx')).PlayersDialog),
  'players-consent': lazy(async () => (await import('../features/players/PlayersConsent.tsx')).PlayersConsent),
  power: lazy(async () => (await import('../features/servers/PowerQuestion.tsx')).PowerQuestion),
  restart: lazy(async () => (await import('../features/restart/RestartDialog.tsx')).RestartDialog),
  upload: lazy(async () => (await import('../features/files/moves/UploadQuestion.tsx')).UploadQuestion),
}

function Opened<K extends DialogKind>(props: DialogProps<K>) {
  const Dialog: React.FunctionComponent<DialogProps<K>> = dialogs[props.asked.kind]
  return <Dialog {...props} />
}

/** True where the subject of a dialog is gone, or can no longer be changed. */
function isMoot({ plans, servers }: AppState, dialog: OpenDialog): boolean {
  // A plan whose countdown ended meanwhile says so itself.
  if (dialog.kind === 'cancel') return (plans[dialog.planId]?.phase ?? 'cancelled') === 'cancelled'
  // A text can still be copied when its server has gone, and an upload waits for its answer.
  if (dialog.kind === 'players-consent' || dialog.kind === 'left-text' || dialog.kind === 'upload') return false
  const refs = 'refs' in dialog ? dialog.refs : [dialog.ref]
  return refs.every((ref) => servers[ref] === undefined)
}

/** Asks about each text that was left unsaved and each upload until that is answered, whenever no other dialog is open. */
function useWaitingQuestions(): void {
  const { view } = useClient()
  const isFree = useView(({ dialog, counts }) => dialog === null && counts.dialogs === 0)
  const left = useView(({ leftTexts }) => Object.values(leftTexts).find(({ isAsked }) => !isAsked))
  const upload = useView(({ uploads }) => uploads[0])
  useEffect(() => {
    // By now another dialog may be open, or an editor may show the text again.
    const { dialog, leftTexts } = view.getState()
    if (!isFree || dialog !== null) return
    if (left && leftTexts[left.ref] === left) view.setState({ dialog: { kind: 'left-text', ref: left.ref } })
    else if (upload) view.setState({ dialog: { kind: 'upload', ...upload } })
  }, [isFree, left, upload, view])
}

/** All dialogs about servers, over any page and window. */
export function OpenDialogs() {
  const { view } = useClient()
  const dialog = useView((state) => state.dialog)
  const moot = useAppState((state) => dialog !== null && isMoot(state, dialog))
  // By the time that one has done its work, another may be open.
  const close = () => view.setState((now) => (now.dialog === dialog ? { dialog: null } : {}))
  useWaitingQuestions()
  // The subject may come back, but the question must not: nobody expects it any longer.
  useEffect(() => {
    if (moot) view.setState({ dialog: null })
  }, [moot, view])
  // Another subject begins anew.
  return dialog && <Opened key={JSON.stringify(dialog)} asked={dialog} onClose={close} />
}
