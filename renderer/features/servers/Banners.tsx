import { useShallow } from 'zustand/react/shallow'
import type { KeyView } from '../../../shared/model/api-key.ts'
import { incomplete } from '../../../shared/model/left-out.ts'
import { keyTrouble, noStates } from '../../parts/servers/messages.ts'
import { useAppState, useClient, useFilter } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './Banners.module.css'

function KeyBanner({ keyView }: { keyView: KeyView }) {
  const client = useClient()
  if (keyView.health.kind !== 'failing') return null
  const { error } = keyView.health
  const { message, step } = keyTrouble(keyView, error)
  const replace = () => client.view.setState({ page: 'keys', asked: { keyId: keyView.id, dialog: 'replace' } })
  const retry = () => void client.refreshKey(keyView.id)
  return (
    <Notice tone={error.code === 'rate-limited' ? 'busy' : 'bad'} message={message} hint={error.hint}>
      {step === 'replace' ? (
        <Button onClick={replace}>Replace token</Button>
      ) : (
        <Button onClick={retry}>Try again</Button>
      )}
    </Notice>
  )
}

/** Failing keys, in two lines at most: the servers of other keys must stay in view. */
export function Banners() {
  const client = useClient()
  const failing = useAppState(
    useShallow((state) => Object.values(state.keys).filter((key) => key.health.kind === 'failing')),
  )
  const online = useAppState((state) => state.app.online)
  // Without a network every key fails, none for a reason of its own.
  if (!online)
    return (
      <div>
        <Notice tone="calm" message="This computer has no network." hint="States are as of the last reading." />
      </div>
    )
  const shown = failing.length > 2 ? failing.slice(0, 1) : failing
  const more = failing.length - shown.length
  return (
    <div>
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

/** One line for the listed panels that offer the client API only, once their servers are known. */
export function NoStates() {
  const filter = useFilter()
  const names = useAppState(
    useShallow((state) => {
      const read = new Set(Object.values(state.servers).map((server) => server.panelId))
      const works = new Set(
        Object.values(state.keys)
          .filter((key) => key.health.kind === 'works')
          .map((key) => key.panelId),
      )
      return Object.values(state.panels)
        .filter(({ id, dialect }) => dialect === 'core' && read.has(id) && works.has(id))
        .filter(({ id }) => filter.kind === 'all' || (filter.kind === 'panel' && filter.id === id))
        .map(({ name }) => name)
    }),
  )
  return names.length > 0 && <p className={styles.note}>{noStates(names)}</p>
}

/** The listed panels whose lists are incomplete: two of them by name, otherwise their number. */
export function NotWhole() {
  const filter = useFilter()
  const lists = useAppState(
    useShallow((state) => {
      const told = Object.values(state.keys)
        .filter(({ panelId }) => filter.kind === 'all' || (filter.kind === 'panel' && filter.id === panelId))
        .flatMap(({ label, leftOut }) => incomplete(label, leftOut).map(({ message, hint }) => `${message} ${hint}`))
      return [...new Set(told)]
    }),
  )
  const lines =
    lists.length > 2 ? [`${lists.length} lists are incomplete. API keys says of each what was left out.`] : lists
  return lines.map((line) => (
    <p key={line} className={styles.note}>
      {line}
    </p>
  ))
}
