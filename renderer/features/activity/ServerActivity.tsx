import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { type ActivityKind, activityKinds } from '../../../shared/activity/activity.ts'
import { whyNotAllowed } from '../../../shared/keys/allowed.ts'
import type { ServerView } from '../../../shared/model/server-schema.ts'
import { tryAgainStep } from '../../parts/again.ts'
import styles from '../../parts/area/Area.module.css'
import { AreaContent } from '../../parts/area/AreaContent.tsx'
import { AreaHead } from '../../parts/area/AreaHead.tsx'
import { AreaSlot } from '../../parts/area/AreaSlot.tsx'
import { asOf, failed, notReadAgain } from '../../parts/area/area-words.ts'
import { useAppState, useClient, useNow } from '../../state/hooks.ts'
import { Button } from '../../ui/Button.tsx'
import { Select } from '../../ui/Choice.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus } from '../../ui/focus.ts'
import lineStyles from './ActivityLines.module.css'
import { restOf, useActivityPages } from './activity-pages.ts'
import { OwnLines } from './OwnLines.tsx'
import { PanelLines } from './PanelLines.tsx'

/** What can be looked at, as its choice says. */
const kindWords: Readonly<Record<ActivityKind, string>> = {
  all: 'Everything',
  power: 'Power',
  console: 'Console',
  backups: 'Backups',
  schedules: 'Schedules',
  files: 'Files',
  access: 'Users',
  setup: 'Startup, ports, databases',
}

/** What this app did to a server and saw of it. */
function OwnList({ server: { ref } }: { server: ServerView }) {
  const entries = useAppState(useShallow((state) => Object.values(state.activity).filter((entry) => entry.ref === ref)))
  return (
    <AreaContent label="Activity" asked={nothingAsked}>
      {() =>
        entries.length === 0 ? (
          <Empty
            title="Nothing has happened yet"
            text="What this app does to this server and what happens to it is listed here."
          />
        ) : (
          <div className={lineStyles.list}>
            <OwnLines entries={entries} of="server" />
          </div>
        )
      }
    </AreaContent>
  )
}

/** What the panel tells, read while it is looked at; the app's own list where the panel was never read. */
function PanelList({ server, kind }: { server: ServerView; kind: ActivityKind }) {
  const { call } = useClient().bridge
  const { ref } = server
  const { list, turning } = useActivityPages(['panelActivity', ref, kind], (page) =>
    call('panelActivity:list', { ref, page, kind }),
  )
  const age = asOf(list.at, list.error !== null, useNow(15_000))
  if (list.value === null && list.error !== null) {
    const what = 'The panel’s activity could not be read, so this is only what this app did.'
    return (
      <>
        <AreaSlot news={{ ...failed(what, list.error), step: tryAgainStep(list.again) }} />
        <OwnList server={server} />
      </>
    )
  }
  const turnNews = turning.error && failed('Older lines could not be read.', turning.error)
  return (
    <>
      {age !== null && <p className={styles.foot}>The list is {age}.</p>}
      <AreaSlot news={notReadAgain('The list', list) ?? turnNews} />
      <AreaContent label="Activity" asked={list}>
        {(read) => {
          const { hasMore, isCut } = restOf(read)
          const leftOut = read.leftOut + read.olderLeftOut
          return (
            <>
              {read.lines.length === 0 && !hasMore && <NoLines kind={kind} />}
              <div className={lineStyles.list}>
                <PanelLines lines={read.lines} read={(id) => call('panelActivity:details', { ref, id })} />
              </div>
              {leftOut > 0 && <p className={styles.foot}>{leftOut} more could not be read.</p>}
              {hasMore && (
                <div className={lineStyles.turn}>
                  <Button aria-disabled={turning.busy} onClick={turning.start}>
                    {turning.busy ? 'Reading…' : 'Show older'}
                  </Button>
                </div>
              )}
              {isCut && <p className={styles.foot}>Older lines stand on the panel’s own page.</p>}
            </>
          )
        }}
      </AreaContent>
    </>
  )
}

function NoLines({ kind }: { kind: ActivityKind }) {
  return kind === 'all' ? (
    <Empty title="Nothing has happened yet" text="What is done to this server is listed here." />
  ) : (
    <Empty title="Nothing of this kind" text="Choose “Everything” to see what else was done." />
  )
}

/** The app's own list is in the state, so that nothing is asked for it. */
const nothingAsked = { value: true, at: 0, error: null, isAsking: false, again: () => {} }

/** What was done to one server: the panel's own list where a key may read it, else the app's own. */
export function ServerActivity({ server }: { server: ServerView }) {
  const [kind, setKind] = useState<ActivityKind>('all')
  const now = useNow(60_000)
  const why = useAppState((state) => whyNotAllowed(state, server, 'activity', 'view', now))
  const focus = useKeepFocus<HTMLDivElement>()
  return (
    <div className={styles.area} data-frame tabIndex={-1} {...focus}>
      {why === null ? (
        <>
          <AreaHead fact="What was done, as the panel tells it">
            <Select
              label="What to show"
              options={activityKinds.map((one) => [one, kindWords[one]])}
              value={kind}
              onChange={setKind}
            />
          </AreaHead>
          <PanelList key={`${server.ref} ${kind}`} server={server} kind={kind} />
        </>
      ) : (
        <>
          <AreaHead fact={`Only what this app did: ${why}`}>{null}</AreaHead>
          <OwnList server={server} />
        </>
      )}
    </div>
  )
}
