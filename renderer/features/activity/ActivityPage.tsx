import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState } from '../../state/hooks.ts'
import controlStyles from '../../ui/controls.module.css'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus, usePageFocus } from '../../ui/focus.ts'
import pageStyles from '../../ui/Page.module.css'
import { ActivityList } from './ActivityList.tsx'

/** What happened and what was done, the newest first, day by day. */
export function ActivityPage() {
  const [ref, setRef] = useState<ServerRef | ''>('')
  const entries = useAppState(useShallow((state) => Object.values(state.activity)))
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  const names = new Map(entries.flatMap((entry) => (entry.ref === null ? [] : [[entry.ref, entry.name] as const])))
  const shown = entries.filter((entry) => ref === '' || entry.ref === ref)
  return (
    <main className={pageStyles.page} tabIndex={-1} {...focus}>
      <header className={pageStyles.head}>
        <div>
          <h1>Activity</h1>
          <p className={pageStyles.lead}>
            What this app did and saw in the last 30 days. What was done on a panel’s own page stands in each server’s
            Activity.
          </p>
        </div>
        <div className={pageStyles.actions}>
          {names.size > 1 && (
            <select
              className={controlStyles.select}
              aria-label="Server"
              value={ref}
              onChange={(event) => setRef(event.target.value as ServerRef | '')}
            >
              <option value="">All servers</option>
              {[...names].map(([id, name]) => (
                <option key={id} value={id}>
                  {name}
                </option>
              ))}
            </select>
          )}
        </div>
      </header>
      {entries.length === 0 && (
        <Empty title="Nothing yet" text="Power actions, crashes and refused keys appear here." />
      )}
      <ActivityList entries={shown} />
    </main>
  )
}
