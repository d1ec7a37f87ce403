import { lazy, Suspense, useEffect, useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { isKeyRefusal } from '../../../shared/model/refusal.ts'
import type { PlanView } from '../../../shared/model/restart.ts'
import { planOf } from '../../../shared/model/restart-choices.ts'
import { ToolBar } from '../../features/console/ToolBar.tsx'
import { useConsoleTools } from '../../features/console/use-console-tools.ts'
import { TryWithOther } from '../../parts/servers/MissingPermission.tsx'
import { OpenPanel } from '../../parts/servers/OpenPanel.tsx'
import { tickOf } from '../../parts/servers/tick.ts'
import { useOutcome } from '../../parts/servers/use-outcome.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Notice } from '../../ui/Notice.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import styles from './DetailPane.module.css'
import { PaneHead } from './PaneHead.tsx'
import { MissingPermissionLine, RefusalLine } from './PermissionLines.tsx'
import lineStyles from './pane-line.module.css'

// Loaded when first shown, so that the list comes first.
const ConsolePane = lazy(async () => ({
  default: (await import('../../features/console/ConsolePane.tsx')).ConsolePane,
}))
const PlanBar = lazy(async () => ({ default: (await import('../../features/restart/PlanBar.tsx')).PlanBar }))
const LiveView = lazy(async () => ({ default: (await import('../../features/servers/LiveView.tsx')).LiveView }))

function Tab({ name, on, onClick }: { name: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" className={styles.tab} aria-pressed={on} onClick={onClick}>
      {name}
    </button>
  )
}

/** The outcome of the last power action, or of the call that should have started one. */
function Outcome({ serverRef, plan }: { serverRef: ServerRef; plan: PlanView | null }) {
  const server = useAppState((state) => state.servers[serverRef])
  const outcome = useOutcome(server, useNow(tickOf(server)))
  if (server === undefined || outcome === null) return null
  // The plan's own line shows what its signal led to.
  const isTold = plan?.phase === 'done' && (server.action?.startedAt ?? 0) <= (plan.endedAt ?? 0)
  if (outcome.tone === 'ok' && isTold) return null
  if (outcome.tone === 'ok') return <p className={lineStyles.line}>{`${outcome.text}. ${outcome.hint}`}</p>
  return (
    <Notice tone={outcome.tone} message={outcome.text} hint={outcome.hint}>
      {outcome.tone === 'bad' && server.action?.otherKeyId && <TryWithOther server={server} />}
      {outcome.tone === 'bad' && server.action?.error && isKeyRefusal(server.action.error) && (
        <OpenPanel panelId={server.panelId} />
      )}
    </Notice>
  )
}

type DetailPaneProps = {
  serverRef: ServerRef
  /** The pane fills a window of its own, without a list beside it. */
  alone?: boolean
}

/** One server: its power buttons, what became of the last action, and its console or its load. Escape closes it. */
export function DetailPane({ serverRef, alone = false }: DetailPaneProps) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const hasOutput = useAppState((state) => state.consoles[serverRef]?.stream?.phase !== 'none')
  const plan = useAppState((state) => planOf(state, serverRef))
  const tools = useConsoleTools(serverRef)
  const [tab, setTab] = useState<'console' | 'live'>('console')
  const focus = useKeepFocus<HTMLElement>()
  const pane = focus.ref
  useEffect(() => {
    const has = document.activeElement
    if (has?.getAttribute('role') !== 'tab' && !pane.current?.contains(has)) pane.current?.focus()
  }, [pane])
  if (server === undefined) return null

  const isTerminal = tab === 'console' && hasOutput
  const close = () => {
    client.view.setState({ open: null })
    document.querySelector<HTMLElement>(`[data-ref="${serverRef}"]`)?.focus()
  }
  const onKeyDown = (event: React.KeyboardEvent) => {
    if (!pane.current?.contains(event.target as Node)) return
    if (event.key === 'Escape' && !alone) close()
    if (isTerminal && (event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'f') {
      event.preventDefault()
      tools.find()
    }
  }
  return (
    <section {...focus} className={styles.pane} data-pane tabIndex={-1} aria-label={server.name} onKeyDown={onKeyDown}>
      <PaneHead
        server={server}
        tools={isTerminal && <ToolBar tools={tools} alone={alone} />}
        onClose={alone ? null : close}
      >
        <Tab name="Console" on={tab === 'console'} onClick={() => setTab('console')} />
        <Tab name="Live" on={tab === 'live'} onClick={() => setTab('live')} />
      </PaneHead>
      <Outcome serverRef={serverRef} plan={plan} />
      <Suspense>{plan !== null && <PlanBar key={plan.id} plan={plan} />}</Suspense>
      <MissingPermissionLine server={server} />
      <RefusalLine server={server} />
      <Suspense fallback={<div className={styles.blank} />}>
        {tab === 'console' ? <ConsolePane server={server} tools={tools} /> : <LiveView server={server} />}
      </Suspense>
    </section>
  )
}
