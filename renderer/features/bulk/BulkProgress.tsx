import { useState } from 'react'
import type { BulkView } from '../../../shared/bulk/contract.ts'
import { useAppState, useClient, useRunOnce, useServerNames } from '../../state/hooks.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { focusList, useKeepFocus } from '../../ui/focus.ts'
import { count } from '../../ui/format.ts'
import { Icon, Mark } from '../../ui/Icon.tsx'
import { Progress } from '../../ui/Progress.tsx'
import styles from './bulk.module.css'
import {
  failedItems,
  failureText,
  isUnderWay,
  namedItems,
  overCount,
  progressText,
  summaryText,
  workTitle,
} from './bulk-words.ts'

function UnderWay({ bulk }: { bulk: BulkView }) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const [asks, setAsks] = useState(false)
  const { id, items, work } = bulk
  const isPaused = bulk.phase === 'paused'
  const cancel = (announce: boolean) => {
    setAsks(false)
    void run(() => bridge.call('bulk:cancel', { id, announce }))
  }
  // Only countdowns under way were announced to players.
  const canTell = work.kind === 'restart' && work.choices.cancelText !== null
  const left = items.length - overCount(bulk)
  return (
    <div className={styles.run} data-flex="" data-wrap data-text="small" data-edge="top" data-shade>
      <p data-flex="gap">
        <strong>{workTitle(bulk)}</strong> <span data-tone="calm">{progressText(bulk)}</span>
      </p>
      <Progress label={workTitle(bulk)} max={items.length} value={overCount(bulk)} />
      <div data-flex="gap" data-wrap data-end>
        <Button onClick={() => void run(() => bridge.call(isPaused ? 'bulk:resume' : 'bulk:pause', { id }))}>
          {isPaused ? 'Resume' : 'Pause'}
        </Button>
        <Button onClick={() => (canTell ? setAsks(true) : cancel(false))}>Cancel the rest</Button>
      </div>
      {asks && (
        <Question
          title={`Cancel the restart of ${count(left, 'server')}?`}
          text="Countdowns stop, and servers still queued are left alone. Players who were warned can be told."
          yes="Cancel and tell players"
          look="go"
          onYes={() => cancel(true)}
          other={{ label: 'Cancel quietly', onClick: () => cancel(false) }}
          no="Keep going"
          onClose={() => setAsks(false)}
        />
      )}
    </div>
  )
}

function Ended({ bulk }: { bulk: BulkView }) {
  const { bridge, view } = useClient()
  const run = useRunOnce()
  const nameOf = useServerNames()
  const [isRetried, setRetried] = useState(false)
  const { id, work, staggerMs } = bulk
  const failed = failedItems(bulk)
  const named = namedItems(bulk)
  const label = failed.length > 0 ? 'What failed' : 'What was not done'
  const refs = failed.map(({ ref }) => ref)
  const isKill = work.kind === 'power' && work.signal === 'kill'
  const again = () => {
    // A kill asks again for the number of servers, each time.
    if (isKill) view.setState({ dialog: { kind: 'bulk', work: 'kill', refs } })
    else if (!isRetried) void run(retry)
  }
  // The second try has a summary of its own.
  const retry = async () => {
    const begun = await bridge.call('bulk:start', { work, refs, staggerMs })
    setRetried(begun.ok)
    return begun.ok ? bridge.call('bulk:dismiss', { id }) : begun
  }
  const dismiss = () => {
    focusList()
    void run(() => bridge.call('bulk:dismiss', { id }))
  }
  return (
    <div className={styles.run} data-flex="" data-wrap data-text="small" data-edge="top" data-shade>
      <p role="status" data-flex="gap">
        {named.length > 0 ? <Mark mark="bad" /> : <Icon name="check" />}
        <strong>{summaryText(bulk)}</strong>
      </p>
      <div data-flex="gap" data-wrap data-end>
        {failed.length > 0 && (
          <Button aria-disabled={isRetried} onClick={again}>
            {isKill ? 'Kill the failed ones again…' : 'Retry the failed ones'}
          </Button>
        )}
        <IconButton icon="close" label="Dismiss" onClick={dismiss} />
      </div>
      {named.length > 0 && (
        // biome-ignore lint/a11y/noNoninteractiveTabindex: a list that scrolls must be reached by keyboard
        <ul className={styles.failures} data-tone="calm" data-scroll tabIndex={0} aria-label={label}>
          {named.map((item) => (
            <li key={item.ref}>
              <span>{nameOf(item.ref)}</span> {failureText(item)}
            </li>
          ))}
        </ul>
      )}
    </div>
  )
}

/** Every bulk action: its progress, and its result until that is dismissed. */
export function BulkProgress() {
  const bulks = useAppState((state) => state.bulks)
  const focus = useKeepFocus<HTMLDivElement>()
  return (
    <div className={styles.runs} data-scroll tabIndex={-1} {...focus}>
      {Object.values(bulks).map((bulk) =>
        isUnderWay(bulk) ? <UnderWay key={bulk.id} bulk={bulk} /> : <Ended key={bulk.id} bulk={bulk} />,
      )}
    </div>
  )
}
