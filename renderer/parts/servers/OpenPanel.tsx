import type { PanelId } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'

/** Opens the panel's page of API keys, or the demo panel. */
export function useOpenPanel(panelId: PanelId): () => void {
  const { bridge, run } = useClient()
  const panel = useAppState((state) => state.panels[panelId])
  return () =>
    void run(() =>
      panel?.kind === 'demo'
        ? bridge.call('demo:open')
        : bridge.call('keys:openPage', { address: panel?.baseUrl ?? '' }),
    )
}

/** The button that leads to the panel, where permissions are changed. */
export function OpenPanel({ panelId, tabIndex }: { panelId: PanelId; tabIndex?: number }) {
  const open = useOpenPanel(panelId)
  return (
    <Button {...(tabIndex !== undefined && { tabIndex })} onClick={open}>
      Open the panel
    </Button>
  )
}
