import type { PanelId } from '../../../shared/model/identifier.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'

/** Opens the panel's page of API keys, or the demo panel. */
export function useOpenPanel(panelId: PanelId): () => void {
  const { send } = useClient()
  const panel = useAppState((state) => state.panels[panelId])
  return () => (panel?.kind === 'demo' ? send('demo:open') : send('keys:openPage', { address: panel?.baseUrl ?? '' }))
}

/** The button that leads to the panel, where permissions are changed. */
export const OpenPanel = ({ panelId }: { panelId: PanelId }) => (
  <Button onClick={useOpenPanel(panelId)}>Open the panel</Button>
)
