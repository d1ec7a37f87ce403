import { useShallow } from 'zustand/react/shallow'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { keyTrouble } from './words.ts'

function KeyBanner({ keyView }: { keyView: KeyView }) {
  const client = useClient()
  if (keyView.health.kind !== 'failing') return null
  const { error } = keyView.health
  const { message, step } = keyTrouble(keyView, error)
  const retry = () => void client.run(() => client.bridge.call['keys:refresh']({ keyId: keyView.id }))
  return (
    <Notice tone={error.code === 'rate-limited' ? 'busy' : 'bad'} message={message} hint={error.hint}>
      {step === 'replace' ? (
        <Button onClick={() => client.view.setState({ page: 'keys' })}>Replace token</Button>
      ) : (
        <Button onClick={retry}>Try again</Button>
      )}
    </Notice>
  )
}

/** Two lines at most, however many keys are in trouble: the others' servers are listed below as ever. */
export function Banners() {
  const client = useClient()
  const failing = useAppState(
    useShallow((state) => Object.values(state.keys).filter((key) => key.health.kind === 'failing')),
  )
  const shown = failing.length > 2 ? failing.slice(0, 1) : failing
  const more = failing.length - shown.length
  return (
    <div className="key-banners">
      {shown.map((key) => (
        <KeyBanner key={key.id} keyView={key} />
      ))}
      {more > 0 && (
        <Notice tone="bad" message={`${more} more keys fail.`}>
          <Button onClick={() => client.view.setState({ page: 'keys' })}>Show API keys</Button>
        </Notice>
      )}
    </div>
  )
}
