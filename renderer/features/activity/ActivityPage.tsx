import { useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import { useAppState } from '../../state/hooks.ts'
import { Select } from '../../ui/Choice.tsx'
import { Empty } from '../../ui/Empty.tsx'
import { Page } from '../../ui/Page.tsx'
import { OwnLines } from './OwnLines.tsx'

/** What happened and what was done, the newest first, day by day. */
export function ActivityPage() {
  const [ref, setRef] = useState<ServerRef | ''>('')
  const entries = useAppState(useShallow((state) => Object.values(state.activity)))
  const names = new Map<ServerRef | '', string>(
    entries.flatMap((entry) => (entry.ref === null ? [] : [[entry.ref, entry.name] as const])),
  )
  const shown = entries.filter((entry) => ref === '' || entry.ref === ref)
  return (
    <Page
      title="Activity"
      lead="What this app did and saw in the last 30 days. What was done on a panel’s own page stands in each server’s Activity."
      actions={
        names.size > 1 && (
          <Select label="Server" options={[['', 'All servers'], ...names]} value={ref} onChange={setRef} />
        )
      }
    >
      {entries.length === 0 && (
        <Empty title="Nothing yet" text="Power actions, crashes and refused keys appear here." />
      )}
      <OwnLines entries={shown} of="all" />
    </Page>
  )
}
