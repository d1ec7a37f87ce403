import { useClient } from '../../state/hooks.ts'
import { focusList } from '../../ui/focus.ts'

/**
 * What follows an action that was begun on the selection: its dialog closes, the selection ends, the list has the
 * focus.
 */
export function useSelectionEnd(onClose: () => void): () => void {
  const { view } = useClient()
  return () => {
    onClose()
    view.setState({ picked: [] })
    focusList()
  }
}
