import { lazy, Suspense } from 'react'
import { useClient, useView } from '../state/hooks.ts'

// Loaded when they are first asked for: the list comes first.
const BulkDialog = lazy(async () => ({ default: (await import('../features/bulk/BulkDialog.tsx')).BulkDialog }))
const CancelQuestion = lazy(async () => ({
  default: (await import('../features/restart/CancelQuestion.tsx')).CancelQuestion,
}))
const LinkRestart = lazy(async () => ({ default: (await import('../features/restart/LinkRestart.tsx')).LinkRestart }))
const PowerQuestion = lazy(async () => ({
  default: (await import('../features/servers/PowerQuestion.tsx')).PowerQuestion,
}))
const RestartDialog = lazy(async () => ({
  default: (await import('../features/restart/RestartDialog.tsx')).RestartDialog,
}))

function Dialog() {
  const { view } = useClient()
  const dialog = useView((state) => state.dialog)
  const close = () => view.setState({ dialog: null })
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
    default:
      return null
  }
}

/** Whatever asks something about servers, over any page and any window. */
export function OpenDialogs() {
  return (
    <Suspense>
      <Dialog />
    </Suspense>
  )
}
