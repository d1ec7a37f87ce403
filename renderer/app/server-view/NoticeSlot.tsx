import { useShallow } from 'zustand/react/shallow'
import { isKeyRefusal } from '../../../shared/keys/health.ts'
import { type Permission, permissionText } from '../../../shared/keys/permission.ts'
import { isForKey, remedyFor } from '../../../shared/keys/rights.ts'
import { usableKeys } from '../../../shared/keys/server-keys.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { clockTime } from '../../../shared/model/time-words.ts'
import type { ConsoleTools } from '../../features/console/ToolBar.tsx'
import type { Outcome } from '../../parts/outcome.ts'
import { useMissingPermission } from '../../parts/servers/MissingPermission.tsx'
import { OpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { useAppState, useClient } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { lazy } from '../../ui/lazy.tsx'
import { Notice } from '../../ui/Notice.tsx'
import styles from './NoticeSlot.module.css'
import { type ServerNotice, useToldByBanner } from './server-notice.ts'

// Loaded when first shown, so that the list comes first.
const PlanBar = lazy(async () => (await import('../../features/restart/PlanBar.tsx')).PlanBar)

const namesOf = (permissions: readonly Permission[]) =>
  permissions.map((permission) => permissionText[permission].name).join(' and ')

/** A line of it: what is so, and what can be done. */
const Line = ({ text, children }: { text: string; children?: React.ReactNode }) => (
  <div className={styles.line} data-flex="s3" data-edge="bottom" data-text="note">
    <p data-fill>{text}</p>
    {children}
  </div>
)

/** Says that all keys of a server lack Power or Console, by their owner's word or the panel's, and how to change that. */
function Lacks({ server, lacks }: { server: ServerView; lacks: readonly Permission[] }) {
  const { view } = useClient()
  const [first] = server.keyIds
  const missing = useMissingPermission(server, lacks[0] ?? 'power')
  if (missing?.message !== undefined)
    return (
      <Line text={`${capitalised(missing.message)} ${missing.hint}`}>
        <CheckAgain server={server} />
      </Line>
    )
  const who = server.keyIds.length === 1 ? 'This server’s key lacks' : 'This server’s keys lack'
  return (
    <Line text={`${who} ${namesOf(lacks)}.`}>
      {first !== undefined && (
        <Button onClick={() => view.setState({ page: 'keys', asked: { keyId: first, dialog: 'permissions' } })}>
          What this key may do
        </Button>
      )}
    </Line>
  )
}

/** Forgets what the panel refused, and what it said of the account, which may have changed. */
function CheckAgain({ server }: { server: ServerView }) {
  const client = useClient()
  const retry = () => {
    for (const keyId of server.keyIds) void client.refreshKey(keyId)
  }
  return <Button onClick={retry}>Check again</Button>
}

/** Says what the panel just refused to the keys of a server, and how to fix it. Nothing is disabled for it. */
function Refused({ server, refused, at }: { server: ServerView; refused: readonly Permission[]; at: number }) {
  const labels = useAppState(useShallow((state) => usableKeys(state, server).map((key) => key.label))).join(' and ')
  const ofKey = useAppState(({ panels }) => {
    const [first] = server.keyIds
    return isForKey(panels[server.panelId]?.dialect, first && server.accounts?.[first])
  })
  const names = namesOf(refused)
  return (
    <Line text={`The panel refused ${names} to ${labels} at ${clockTime(at)}. ${remedyFor(names, ofKey)}`}>
      <div data-flex="s2">
        <CheckAgain server={server} />
        <OpenPanel panelId={server.panelId} />
      </div>
    </Line>
  )
}

/** Offers a refused action with the other key that may do it, while there is one. */
function TryWithOther({ server: { action, ref } }: { server: ServerView }) {
  const { power } = useClient()
  const other = useAppState((state) => (action?.otherKeyId ? state.keys[action.otherKeyId] : undefined))
  if (action === null || other === undefined) return null
  const label = `Try with ${other.label}`
  return (
    <Button className={styles.tryWith} title={label} onClick={() => power(ref, action.signal, other.id)}>
      <span data-cut>{label}</span>
    </Button>
  )
}

/** How the saving of the console ended. */
function Saved({ save }: { save: ConsoleTools['save'] }) {
  if (save.error) return <Notice tone="bad" message={save.error.message} hint={save.error.hint} />
  return (
    save.done !== null && (
      <Line text={`${save.done}.`}>
        <IconButton icon="close" label="Dismiss" onClick={save.clear} />
      </Line>
    )
  )
}

/** What came of the last action; of a failure that a banner tells, only that it failed. */
function Ended({ server, outcome, banners }: Pick<NoticeSlotProps, 'server' | 'banners'> & { outcome: Outcome }) {
  const isToldByBanner = useToldByBanner(server, banners)
  const { tone, short, text, hint } = outcome
  if (tone === 'ok') return <Line text={[`${text}.`, hint].filter(Boolean).join(' ')} />
  const hasFailed = tone === 'bad'
  return (
    <Notice tone={tone} message={isToldByBanner ? `${short}.` : text} hint={isToldByBanner ? '' : hint} isCut>
      {hasFailed && <TryWithOther server={server} />}
      {hasFailed && server.action?.error && isKeyRefusal(server.action.error) && <OpenPanel panelId={server.panelId} />}
    </Notice>
  )
}

type NoticeSlotProps = {
  server: ServerView
  notice: ServerNotice | null
  save: ConsoleTools['save']
  banners: Parameters<typeof useToldByBanner>[1]
}

/** The one line of notice below a server's head: never more than one thing, and each told once in a window. */
export function NoticeSlot({ server, notice, save, banners }: NoticeSlotProps) {
  return (
    <div className={styles.slot}>
      {/* What else is told here is announced with the server's state, in any window. */}
      <div role="status">{notice?.kind === 'saved' && <Saved save={save} />}</div>
      {notice?.kind === 'plan' && <PlanBar key={notice.plan.id} plan={notice.plan} />}
      {notice?.kind === 'lacks' && <Lacks server={server} lacks={notice.permissions} />}
      {notice?.kind === 'refused' && <Refused server={server} refused={notice.permissions} at={notice.at} />}
      {notice?.kind === 'outcome' && <Ended server={server} outcome={notice.outcome} banners={banners} />}
    </div>
  )
}
