import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { mergedActivity } from '../../../shared/model/activity-merge.ts'
import { type ActivityKind, activityKinds } from '../../../shared/model/panel-activity.ts'
import { whyNoPanelActivity } from '../../../shared/model/panel-activity-choices.ts'
import type { ServerView } from '../../../shared/model/server.ts'
import rowStyles from '../../parts/activity/ActivityRows.module.css'
import { ActivityRows } from '../../parts/activity/ActivityRows.tsx'
import { kindWords, olderOnPanel } from '../../parts/activity/activity-words.ts'
import { KindSelect } from '../../parts/activity/KindSelect.tsx'
import { type ActivityPages, useActivityPages } from '../../parts/activity/use-activity-pages.ts'
import { tryAgainStep } from '../../parts/again.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaHead } from '../../parts/area/AreaHead.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, failed } from '../../parts/area/area-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/use-keep-focus.ts'

type ListProps = {
  server: ServerView
  kind: ActivityKind
  /** What was read of the panel's list; null where that is not asked. */
  pages: ActivityPages | null
}

/** What the app kept and what the panel tells, as one list. */
function Rows({ server: { ref }, kind, pages }: ListProps) {
  const { call } = useClient().bridge
  const entries = useAppState(useShallow((state) => Object.values(state.activity).filter((entry) => entry.ref === ref)))
  const rows = mergedActivity(entries, pages, kind)
  if (rows.length === 0 && !pages?.hasMore) {
    return kind === 'all' ? (
      <Empty
        title="Nothing has happened yet"
        text="What is done to this server and what happens to it is listed here."
      />
    ) : (
      <Empty title="Nothing of this kind" text="Choose “Everything” to see what else was done." />
    )
  }
  return (
    <div className={rowStyles.list}>
      <ActivityRows rows={rows} read={(id) => call['panelActivity:details']({ ref, id })} />
    </div>
  )
}

/** The list with the panel's part, read while it is looked at. */
function WithPanel({ server, kind }: Omit<ListProps, 'pages'>) {
  const { call } = useClient().bridge
  const { ref } = server
  const pages = useActivityPages(['panelActivity', ref, kind], (page) =>
    call['panelActivity:list']({ ref, page, kind }),
  )
  const { newest, turnError, leftOut } = pages
  const now = useNow(15_000)
  const age = asOf(newest.at, newest.error !== null, now)
  const news = () => {
    if (newest.error !== null)
      return { ...failed('The panel’s part could not be read.', newest.error), step: tryAgainStep(newest.again) }
    return turnError === null ? null : failed('Older lines could not be read.', turnError)
  }
  // The app's own part needs no panel, so that only the very first look waits.
  const shown = newest.error === null ? newest : { ...newest, value: newest.value ?? nothing, error: null }
  return (
    <>
      {age !== null && <p className={styles.foot}>The panel’s part is {age}.</p>}
      <AreaSlot news={news()} />
      <AreaContent label="Activity" asked={shown}>
        {() => (
          <>
            <Rows server={server} kind={kind} pages={pages} />
            {leftOut > 0 && <p className={styles.foot}>{leftOut} more could not be read.</p>}
            {pages.hasMore && (
              <div className={rowStyles.turn}>
                <Button aria-disabled={pages.isTurning} onClick={pages.turn}>
                  {pages.isTurning ? 'Reading…' : 'Show older'}
                </Button>
              </div>
            )}
            {pages.isCut && <p className={styles.foot}>{olderOnPanel}</p>}
          </>
        )}
      </AreaContent>
    </>
  )
}

const nothing = { lines: [], page: 1, totalPages: 1, leftOut: 0 }
const known = { value: nothing, at: 0, error: null, isAsking: false, again: () => {} }

/** What happened to one server and what was done to it: on its panel and from here, together. */
export function ServerActivity({ server }: { server: ServerView }) {
  const [kind, setKind] = useState<ActivityKind>('all')
  const now = useNow(60_000)
  const why = useAppState((state) => whyNoPanelActivity(state, server, now))
  const focus = useKeepFocus<HTMLDivElement>()
  const isAlone = why !== null || kind === 'app'
  return (
    <div className={styles.area} tabIndex={-1} {...focus}>
      <AreaHead fact={why === null ? 'What this app did and what the panel tells' : `Only what this app did: ${why}`}>
        <KindSelect label="What to show" kinds={activityKinds} words={kindWords} value={kind} onChange={setKind} />
      </AreaHead>
      {isAlone ? (
        <AreaContent label="Activity" asked={known}>
          {() => <Rows server={server} kind={kind} pages={null} />}
        </AreaContent>
      ) : (
        <WithPanel key={`${server.ref} ${kind}`} server={server} kind={kind} />
      )}
    </div>
  )
}
