// biome-ignore-all lint/a11y/useSemanticElements: an ARIA grid of divs, since table rows cannot be CSS grids of a fixed height
// biome-ignore-all lint/a11y/useFocusableInteractive: in a grid the rows and their buttons take the focus, not the cells
import { Menu } from '@base-ui/react/menu'
import { memo, useEffect } from 'react'
import { describeServer } from '../../../shared/model/describe-server.ts'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { PowerSignal } from '../../../shared/model/power.ts'
import { isRunning, powerChoices } from '../../../shared/model/power-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { useAppState, useClient, useNow, useView } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { bytes, percent } from '../../ui/format.ts'
import { Mark } from '../../ui/Mark.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'
import { describeOutcome, type Outcome, signalName } from './words.ts'

type ServerRowProps = {
  serverRef: ServerRef
  menu: Menu.Handle<ServerRef>
  /** True for the one row that Tab reaches. */
  current: boolean
}

/** The signals that get a button of their own; the menu has the rest. */
export function quickSignals(server: ServerView): PowerSignal[] {
  if (server.action?.phase === 'stalled') return ['kill']
  const choices = powerChoices(server)
  if (server.state === 'unknown') return choices.restart === null ? ['restart'] : []
  return (['start', 'restart', 'stop'] as const).filter((signal) => choices[signal] === null)
}

/** How often a row must read the clock: each second while it counts, seldom while its words may age. */
export function tickOf(server: ServerView | undefined): number | null {
  if (server === undefined) return null
  if (isRunning(server.action)) return 1_000
  return server.action !== null || server.observedAt !== null ? 15_000 : null
}

function StateCells({ server, outcome, now }: { server: ServerView; outcome: Outcome | null; now: number }) {
  const { mark, word } = describeServer(server, now)
  if (outcome?.tone === 'bad')
    return (
      <div role="gridcell" className="row-outcome state-bad" title={`${outcome.text} ${outcome.hint}`}>
        {mark !== 'bad' && (
          <>
            <span className={`state-${mark}`}>{word}</span>
            {' · '}
          </>
        )}
        {outcome.text}
      </div>
    )
  return (
    <>
      <div
        role="gridcell"
        className={`row-state state-${mark} ${outcome && (outcome.tone === 'busy' || !server.resources) ? 'row-state-wide' : ''}`}
      >
        {word}
        {outcome && <small title={outcome.hint}>{outcome.text}</small>}
      </div>
      <div role="gridcell" className="row-cpu">
        {server.resources && percent(server.resources.cpuPercent)}
      </div>
      <div role="gridcell" className="row-memory">
        {server.resources && bytes(server.resources.memoryBytes)}
      </div>
    </>
  )
}

export const ServerRow = memo(function ServerRow({ serverRef, menu, current }: ServerRowProps) {
  const client = useClient()
  const server = useAppState((state) => state.servers[serverRef])
  const callError = useView((view) => view.callErrors[serverRef] ?? null)
  const open = useView((view) => view.open === serverRef)
  const now = useNow(tickOf(server))
  const focus = useKeepFocus<HTMLDivElement>()
  useEffect(() => {
    if (open) focus.ref.current?.scrollIntoView({ block: 'nearest' })
  }, [open, focus.ref])
  if (server === undefined) return null

  const tabIndex = current ? 0 : -1
  const show = () => client.view.setState({ open: serverRef })
  return (
    // The list handles the arrow keys for all rows; Enter on a row does what a click on it does.
    // biome-ignore lint/a11y/useKeyWithClickEvents: the grid's key handler covers Enter
    <div
      {...focus}
      role="row"
      className="row"
      data-ref={serverRef}
      tabIndex={tabIndex}
      aria-selected={open}
      onClick={show}
    >
      <div role="gridcell" className="row-mark">
        <Mark mark={describeServer(server, now).mark} />
      </div>
      <div role="rowheader" className="row-name" title={server.name}>
        {server.name}
      </div>
      <div role="gridcell" className="row-id">
        {server.identifier}
      </div>
      <StateCells server={server} outcome={describeOutcome(server, callError, now)} now={now} />
      {/* biome-ignore lint/a11y/useKeyWithClickEvents: only keeps clicks on the buttons from opening the row */}
      <div role="gridcell" className="row-actions" onClick={(event) => event.stopPropagation()}>
        {quickSignals(server).map((signal) =>
          signal === 'kill' ? (
            <Button key={signal} look="bad" tabIndex={tabIndex} onClick={() => client.power(serverRef, signal)}>
              Kill…
            </Button>
          ) : (
            <IconButton
              key={signal}
              icon={signal}
              label={`${signalName[signal]} ${server.name}`}
              tabIndex={tabIndex}
              onClick={() => client.power(serverRef, signal)}
            />
          ),
        )}
        <Menu.Trigger
          handle={menu}
          payload={serverRef}
          tabIndex={tabIndex}
          render={<IconButton icon="more" label={`More for ${server.name}`} />}
        />
      </div>
    </div>
  )
})
