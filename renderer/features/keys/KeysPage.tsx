import { useShallow } from 'zustand/react/shallow'
import { useAppState, useClient, useView } from '../../state/hooks.ts'
import { unfiltered } from '../../state/view.ts'
import { Button } from '../../ui/Button.tsx'
import { Modal } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import pageStyles from '../../ui/Page.module.css'
import { Page } from '../../ui/Page.tsx'
import { KeyCard } from './KeyCard.tsx'
import { KeyForm } from './KeyForm.tsx'
import { memoryNotice } from './messages.ts'

export function KeysPage() {
  const client = useClient()
  const keys = useAppState(useShallow((state) => Object.values(state.keys)))
  const hasDemo = useAppState((state) => Object.values(state.panels).some((panel) => panel.kind === 'demo'))
  const memory = useAppState((state) => state.vault.backend === 'memory')
  const adding = useView((view) => view.isAddingKey)
  const setAdding = (isAddingKey: boolean) => client.view.setState({ isAddingKey })
  const added = () => {
    setAdding(false)
    client.view.setState({ ...unfiltered, page: 'servers' })
  }
  return (
    <Page
      title="API keys"
      lead="A key is a password: whoever holds its token can do everything the key allows. A token is never shown again."
      actions={
        <>
          {!hasDemo && <Button onClick={() => client.send('demo:add')}>Add the demo panel</Button>}
          <Button look="go" onClick={() => setAdding(true)}>
            Add a key
          </Button>
        </>
      }
    >
      {memory && <Notice tone="busy" {...memoryNotice} />}
      <ul className={pageStyles.cards}>
        {keys.map((key) => (
          <KeyCard key={key.id} keyView={key} />
        ))}
      </ul>
      {adding && (
        <Modal title="Add an API key" onClose={() => setAdding(false)}>
          <KeyForm onAdded={added} onCancel={() => setAdding(false)} />
        </Modal>
      )}
    </Page>
  )
}
