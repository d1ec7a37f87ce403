import { useLayoutEffect, useRef } from 'react'
import type { KeyView, PanelView } from '../../../shared/keys/contract.ts'
import { leftOutWords } from '../../../shared/keys/left-out.ts'
import { withoutExpired } from '../../../shared/keys/permission.ts'
import type { KeyId } from '../../../shared/model/identifier.ts'
import { tryAgain } from '../../parts/again.ts'
import { useOpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import type { KeyDialog } from '../../state/view.ts'
import { MenuButton, type MenuGroup } from '../../ui/ActionMenu.tsx'
import { Button, LinkButton } from '../../ui/Button.tsx'
import factStyles from '../../ui/facts.module.css'
import { count, day, hostOf } from '../../ui/format.ts'
import pageStyles from '../../ui/Page.module.css'
import styles from './KeyCard.module.css'
import { KeyPermissions, KeyServers, RemoveKey, RenameKey, ReplaceToken } from './KeyDialogs.tsx'
import {
  budgetWords,
  healthWords,
  learnedWords,
  mayWords,
  shortFingerprint,
  tokenIsTrouble,
  tokenPlace,
} from './messages.ts'
import { HealthQuestion } from './Questions.tsx'

/** What the person allowed this panel beyond the general rule, each with a button to revoke it. */
function PanelFacts({ panel }: { panel: PanelView | undefined }) {
  const { send } = useClient()
  if (panel === undefined) return null
  const { id: panelId, trustedCertificate, allowsHttp } = panel
  return (
    <>
      {trustedCertificate && (
        <p className={styles.consent} data-text="note">
          Trusts one certificate (
          <code title={trustedCertificate.fingerprint}>{shortFingerprint(trustedCertificate.fingerprint)}</code>
          ), since {day(trustedCertificate.trustedAt)}.{' '}
          <LinkButton onClick={() => send('panels:revokeCertificate', { panelId })}>Revoke</LinkButton>
        </p>
      )}
      {allowsHttp && (
        <p className={styles.consent} data-text="note">
          Plain http allowed: the token is sent unencrypted.{' '}
          <LinkButton onClick={() => send('panels:allowHttp', { panelId, allowed: false })}>Stop allowing</LinkButton>
        </p>
      )}
    </>
  )
}

/**
 * The position of a key in the list, and how to change it.
 * @param button gets the focus after a move, which removes the card from the page and adds it again
 */
function usePlace(keyId: KeyId, button: React.RefObject<HTMLElement | null>) {
  const client = useClient()
  const at = useAppState((state) => Object.keys(state.keys).indexOf(keyId))
  const count = useAppState((state) => Object.keys(state.keys).length)
  const moved = useRef<number | null>(null)
  useLayoutEffect(() => {
    if (moved.current !== at) return
    moved.current = null
    button.current?.focus()
    client.view.setState({ said: `Now number ${at + 1} of ${count}` })
  }, [at, count, button, client])
  return {
    isFirst: at === 0,
    isLast: at === count - 1,
    move(by: -1 | 1) {
      moved.current = at + by
      client.send('keys:move', { keyId, to: at + by })
    },
  }
}

function Facts({ keyView, now }: { keyView: KeyView; now: number }) {
  const { serverCount, listsAll, tokenIn, declared, learned, budget } = keyView
  const leftOut = leftOutWords(keyView.leftOut)
  const may = learned.length === 0 ? mayWords(declared) : `${mayWords(declared)} · ${learnedWords(keyView, now)}`
  const waits = budget !== null && (budget.heldUntil ?? budget.scarceUntil) !== null
  const second = useNow(waits ? 1_000 : null)
  const facts = [
    ['Reaches', serverCount === null ? '–' : `${count(serverCount, 'server')}${listsAll ? ', all of the panel' : ''}`],
    ['Token', tokenIn === null ? 'Missing' : tokenPlace[tokenIn]],
    ['Permissions', may],
    ...(budget === null ? [] : [['Rate limit', budgetWords(budget, second)]]),
    ...(leftOut.length === 0 ? [] : [['Left out', leftOut.join(' · ')]]),
  ]
  return (
    <dl className={`${factStyles.facts} ${styles.facts}`} data-flex="" data-wrap data-text="small">
      {facts.map(([name, fact]) => (
        <div key={name} data-flex="gap">
          <dt>{name}</dt>
          <dd>{fact}</dd>
        </div>
      ))}
    </dl>
  )
}

const dialogs = {
  replace: ReplaceToken,
  rename: RenameKey,
  permissions: KeyPermissions,
  servers: KeyServers,
  remove: RemoveKey,
} as const

/** One key: its panel, health, the place of its token, and its actions. */
export function KeyCard({ keyView: known }: { keyView: KeyView }) {
  const client = useClient()
  const now = useNow(30_000)
  const keyView = { ...known, learned: withoutExpired(known.learned, now) }
  const panel = useAppState((state) => state.panels[keyView.panelId])
  const asked = useView((view) => (view.asked?.keyId === keyView.id ? view.asked : null))
  const Dialog = asked && dialogs[asked.dialog]
  // By the time that one has done its work, another may be open.
  const close = () => client.view.setState((now) => (now.asked === asked ? { asked: null } : {}))
  const more = useRef<HTMLButtonElement>(null)
  const demo = panel?.kind === 'demo'
  const health = healthWords(keyView.health, now)
  const wasRefused = keyView.learned.some((fact) => !fact.has)
  const place = usePlace(keyView.id, more)
  const tokenTrouble = tokenIsTrouble(keyView.health)
  const ask = (dialog: KeyDialog) => client.view.setState({ asked: { keyId: keyView.id, dialog } })
  const check = () => void client.refreshKey(keyView.id)
  const openPage = useOpenPanel(keyView.panelId)
  const isPterodactyl = panel?.dialect === 'pterodactyl'
  const pageName = isPterodactyl ? 'Open the panel’s key page' : 'Open the panel'
  const items: readonly MenuGroup[] = [
    [
      { label: 'Replace token…', onClick: () => ask('replace') },
      { label: 'Rename…', onClick: () => ask('rename') },
      ...(demo ? [] : [{ label: pageName, onClick: openPage }]),
      { label: 'What this key may do…', onClick: () => ask('permissions') },
      // An empty list tells nothing of its panel.
      ...(isPterodactyl || keyView.serverCount === 0 || keyView.listsAll
        ? [{ label: 'Which servers it lists…', onClick: () => ask('servers') }]
        : []),
    ],
    [
      { label: 'Move up', why: place.isFirst ? 'first already' : null, onClick: () => place.move(-1) },
      { label: 'Move down', why: place.isLast ? 'last already' : null, onClick: () => place.move(1) },
    ],
    [{ label: 'Remove…', bad: true, onClick: () => ask('remove') }],
  ]

  return (
    <li className={`${pageStyles.card} ${styles.card}`}>
      <div className={styles.title} data-flex="" data-wrap>
        <h2>{keyView.label}</h2>
        <span>{demo ? 'Demo panel on this computer' : hostOf(panel?.baseUrl ?? '')}</span>
      </div>
      <p className={styles.health} data-flex="" data-wrap data-text="faint">
        <span data-tone={health.tone}>{health.word}</span>
        {health.hint && <span>{health.hint}</span>}
      </p>
      <div className={styles.actions} data-flex="gap">
        {tokenTrouble && (
          <Button look="go" onClick={() => ask('replace')}>
            Replace token
          </Button>
        )}
        <HealthQuestion keyView={keyView} finalFocus={more} />
        {demo && <Button onClick={openPage}>Open the demo panel</Button>}
        <Button onClick={check} aria-disabled={keyView.health.kind === 'checking'}>
          {keyView.health.kind === 'failing' || wasRefused ? tryAgain : 'Check now'}
        </Button>
        <MenuButton ref={more} icon="more" label={`More for ${keyView.label}`} groups={items} />
      </div>
      <Facts keyView={keyView} now={now} />
      <PanelFacts panel={panel} />
      {Dialog && (
        // The button that opened it may disappear with the trouble that it fixed; the menu's button stays.
        <Dialog keyView={keyView} onClose={close} finalFocus={more} />
      )}
    </li>
  )
}
