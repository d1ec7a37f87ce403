import { useClient, useView } from '../state/hooks.ts'
import { IconButton } from '../ui/Button.tsx'
import { Notice } from '../ui/Notice.tsx'

/** What was just done, until it is dismissed or the person goes to another page. */
export function Done() {
  const { view } = useClient()
  const done = useView((state) => state.done)
  if (done === null) return null
  return (
    <Notice tone="calm" message={done}>
      <IconButton icon="close" label="Dismiss" onClick={() => view.setState({ done: null })} />
    </Notice>
  )
}
