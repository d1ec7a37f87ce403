import { useRef } from 'react'
import { whyNoPanelActivity } from '../../../shared/model/panel-activity-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import { capitalised } from '../../../shared/model/text.ts'
import { startedWords } from '../../parts/activity/activity-words.ts'
import { toldOf } from '../../parts/area/area-words.ts'
import { useAppState, useClient, useElapsed } from '../../state/hooks.ts'
import { useAsked } from '../../state/queries.ts'
import { Button } from '../../ui/Button.tsx'
import styles from './HeadState.module.css'

/** An answer stays true for as long as the run. */
const never = Number.POSITIVE_INFINITY
/** Readings of one run differ by some seconds in when it began. */
const grainMs = 120_000

type WhoStartedProps = { server: ServerView; startedAt: number; onLeave: () => void }

/** Who began the run that a server is in, asked of the app's own list and of its panel. */
export function WhoStarted({ server, startedAt, onLeave }: WhoStartedProps) {
  const client = useClient()
  const { ref } = server
  const began = useRef(startedAt)
  const asked = useAsked(
    ['startedBy', ref, String(Math.round(began.current / grainMs))],
    () => client.bridge.call['panelActivity:startedBy']({ ref, startedAt: began.current }),
    () => never,
  )
  const why = useAppState((state) => whyNoPanelActivity(state, server, began.current))
  const isLate = useElapsed(300)
  const { value, error } = asked
  const words = value === null ? null : startedWords(value)
  const trouble = error && (why === null ? toldOf(error) : { message: `${capitalised(why)}.`, hint: '' })
  return (
    <>
      <div className={styles.answer} role="status">
        {words !== null && (
          <>
            <h3>{words.title}</h3>
            <p>{words.more}</p>
          </>
        )}
        {words === null && trouble && (
          <>
            <h3>It isn’t known who started it</h3>
            <p>
              {trouble.message} {trouble.hint}
            </p>
          </>
        )}
        {words === null && !trouble && <p>{isLate ? 'Asking the panel…' : '\u00a0'}</p>}
      </div>
      <div className={styles.foot}>
        <Button
          look="ghost"
          onClick={() => {
            onLeave()
            client.show(ref, { size: 'full', area: 'activity' })
          }}
        >
          All activity
        </Button>
      </div>
    </>
  )
}
