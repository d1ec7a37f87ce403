import { Menu } from '@base-ui/react/menu'
import { lazy, Suspense, useEffect, useState } from 'react'
import type { ConsoleEntry } from '../../../shared/model/console.ts'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { KeyId, ServerRef } from '../../../shared/model/identifier.ts'
import { attempt } from '../../bridge/bridge.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Mark } from '../../ui/Mark.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { LackLine, lackProps, TryWithOther, useLack } from '../servers/Lack.tsx'
import { ServerMenu } from '../servers/ServerMenu.tsx'
import { quickSignals, tickOf } from '../servers/ServerRow.tsx'
import { describeOutcome, signalName } from '../servers/words.ts'
import { ConsoleInput } from './ConsoleInput.tsx'
import { ConsoleLog } from './ConsoleLog.tsx'

/** Loaded when it is first looked at: the list comes first. */
const LiveView = lazy(async () => ({ default: (await import('../servers/LiveView.tsx')).LiveView }))

const noEntries = { entries: [], stream: null }

function Tab({ name, on, onClick }: { name: string; on: boolean; onClick: () => void }) {
  return (
    <button type="button" className="tab" aria-pressed={on} onClick={onClick}>
      {name}
    </button>
  )
}

/** One server: its power buttons, what became of the last action, and its console or its load. Escape closes it. */
export function DetailPane({ serverRef }: { serverRef: ServerRef }) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const { entries } = useAppState((state) => state.consoles[serverRef] ?? noEntries)
  const lack = useLack(server, 'power')
  const callError = useView((view) => view.callErrors[serverRef] ?? null)
  const [menu] = useState(() => Menu.createHandle<ServerRef>())
  const [tab, setTab] = useState<'console' | 'live'>('console')
  const now = useNow(tickOf(server))
  const focus = useKeepFocus<HTMLElement>()
  const pane = focus.ref
  useEffect(() => {
    const input = pane.current?.querySelector<HTMLInputElement>('.console-field input')
    if (input && !input.readOnly) input.focus()
    else pane.current?.focus()
  }, [pane])
  if (server === undefined) return null

  const close = () => {
    client.view.setState({ open: null })
    document.querySelector<HTMLElement>(`[data-ref="${serverRef}"]`)?.focus()
  }
  const tryWith = async ({ command }: ConsoleEntry, keyId: KeyId) => {
    const request = { ref: serverRef, command, keyId }
    const result = await attempt(() => client.bridge.call['servers:command'](request))
    // What a refused command left in the input has been sent now.
    if (result.ok && client.view.getState().drafts[serverRef] === command)
      client.view.setState(({ drafts }) => ({ drafts: { ...drafts, [serverRef]: '' } }))
  }
  const { mark, word } = describeServer(server, now)
  const isStalled = server.action?.phase === 'stalled'
  const outcome = describeOutcome(server, callError, now)
  return (
    <section
      {...focus}
      className="pane"
      tabIndex={-1}
      aria-label={server.name}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && pane.current?.contains(event.target as Node)) close()
      }}
    >
      <header className="pane-head">
        <h2>
          <Mark mark={mark} />
          <span className="pane-name">{server.name}</span>
        </h2>
        <span className={`pane-state state-${mark}`}>{word}</span>
        <div className="tabs">
          <Tab name="Console" on={tab === 'console'} onClick={() => setTab('console')} />
          <Tab name="Live" on={tab === 'live'} onClick={() => setTab('live')} />
        </div>
        <div className="pane-actions">
          {quickSignals(server).map((signal) => (
            <Button
              key={signal}
              {...(signal === 'kill' ? { look: 'bad' as const } : { icon: signal })}
              {...lackProps(lack)}
              onClick={() => lack === null && client.power(serverRef, signal)}
            >
              {signal === 'kill'
                ? 'Kill…'
                : isStalled
                  ? `Retry ${signalName[signal].toLowerCase()}`
                  : signalName[signal]}
            </Button>
          ))}
          <Menu.Trigger
            handle={menu}
            payload={serverRef}
            render={<IconButton icon="more" label={`More actions for ${server.name}`} />}
          />
          <IconButton icon="close" label="Close the pane" onClick={close} />
        </div>
      </header>
      {outcome && outcome.tone !== 'ok' ? (
        <Notice tone={outcome.tone} message={outcome.text} hint={outcome.hint}>
          {outcome.tone === 'bad' && server.action?.otherKeyId && <TryWithOther server={server} />}
        </Notice>
      ) : (
        outcome && <p className="pane-outcome">{`${outcome.text}. ${outcome.hint}`}</p>
      )}
      <LackLine server={server} />
      {tab === 'console' ? (
        <>
          <ConsoleLog entries={entries} onTryWith={tryWith} />
          <ConsoleInput server={server} entries={entries} />
        </>
      ) : (
        <Suspense>
          <LiveView server={server} />
        </Suspense>
      )}
      <ServerMenu handle={menu} />
    </section>
  )
}
