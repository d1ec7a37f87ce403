import { useShallow } from 'zustand/react/shallow'
import { failureFacts } from '../../../shared/failure-facts.ts'
import type { KeyView } from '../../../shared/keys/contract.ts'
import { listErrors } from '../../../shared/keys/left-out.ts'
import type { KeyId } from '../../../shared/model/identifier.ts'
import { keyNeeds } from '../../../shared/servers/attention.ts'
import { tryAgain } from '../../parts/again.ts'
import { failingKeys, noStates } from '../../parts/servers/messages.ts'
import { useAppState, useClient, useFilter, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Fold, Notice } from '../../ui/Notice.tsx'
import styles from './Banners.module.css'

function KeyBanner({ keyView }: { keyView: KeyView }) {
  const client = useClient()
  if (keyView.health.kind !== 'failing') return null
  const { error } = keyView.health
  const message = `${keyView.label}: ${error.message}`
  const isOfToken = failureFacts(error.code).concerns === 'token'
  const replace = () => client.view.setState({ page: 'keys', asked: { keyId: keyView.id, dialog: 'replace' } })
  const retry = () => void client.refreshKey(keyView.id)
  const [word, onClick] = isOfToken ? (['Replace token', replace] as const) : ([tryAgain, retry] as const)
  return (
    <Notice tone={error.code === 'rate-limited' ? 'busy' : 'bad'} message={message} hint={error.hint}>
      <Button onClick={onClick}>{word}</Button>
    </Notice>
  )
}

/** The keys that need a person, each with its next step; first on the page of what does. */
export function KeysInNeed() {
  const now = useNow(15_000)
  const inNeed = useAppState(useShallow((state) => keyNeeds(state, now).flatMap((id) => state.keys[id] ?? [])))
  if (inNeed.length === 0) return null
  return (
    <section className={styles.keys} data-scroll aria-label="Keys that need attention">
      {inNeed.map((key) => (
        <KeyBanner key={key.id} keyView={key} />
      ))}
    </section>
  )
}

/** Failing keys, in one line: the servers of other keys must stay in view. `of`: only these keys. */
export function Banners({ of = null }: { of?: readonly KeyId[] | null }) {
  const filter = useFilter()
  const failing = useAppState(
    useShallow((state) =>
      Object.values(state.keys).filter(({ id, health }) => health.kind === 'failing' && (of?.includes(id) ?? true)),
    ),
  )
  const online = useAppState((state) => state.app.online)
  // Without a network every key fails, none for a reason of its own.
  if (!online) return <Notice tone="calm" message="No network connection." hint="States are from the last reading." />
  // There they stand above the list.
  const shown = of === null && filter.kind === 'attention' ? [] : failingKeys(failing)
  return (
    shown.length > 0 && (
      <Fold>
        {shown.map((key) => (
          <KeyBanner key={key.id} keyView={key} />
        ))}
      </Fold>
    )
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
  return names.length > 0 && <Line text={noStates(names)} />
}

/** A line below the list. */
const Line = ({ text }: { text: string }) => (
  <p className={styles.note} data-text="faint" data-edge="top">
    {text}
  </p>
)

/** The listed panels whose lists are incomplete: two of them by name, otherwise their number. */
export function NotWhole() {
  const filter = useFilter()
  const lists = useAppState(
    useShallow((state) => {
      const blocked = Object.values(state.keys)
        .filter(({ panelId }) => filter.kind === 'all' || (filter.kind === 'panel' && filter.id === panelId))
        .flatMap(({ label, leftOut }) => listErrors(label, leftOut).map(({ message, hint }) => `${message} ${hint}`))
      return [...new Set(blocked)]
    }),
  )
  const lines =
    lists.length > 2 ? [`${lists.length} lists are incomplete. API keys says what is missing from each.`] : lists
  return lines.map((line) => <Line key={line} text={line} />)
}
