import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState } from '../../state/hooks.ts'
import { Select } from '../../ui/Choice.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { useKeepFocus, usePageFocus } from '../../ui/focus.ts'
import pageStyles from '../../ui/Page.module.css'
import { OwnLines } from './OwnLines.tsx'

/** What happened and what was done, the newest first, day by day. */
export function ActivityPage() {
  const [ref, setRef] = useState<ServerRef | ''>('')
  const entries = useAppState(useShallow((state) => Object.values(state.activity)))
  const focus = useKeepFocus<HTMLElement>()
  usePageFocus()
  const names = new Map<ServerRef | '', string>(
    entries.flatMap((entry) => (entry.ref === null ? [] : [[entry.ref, entry.name] as const])),
  )
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
            <Select label="Server" options={[['', 'All servers'], ...names]} value={ref} onChange={setRef} />
          )}
        </div>
      </header>
      {entries.length === 0 && (
        <Empty title="Nothing yet" text="Power actions, crashes and refused keys appear here." />
      )}
      <OwnLines entries={shown} of="all" />
    </main>
  )
}
