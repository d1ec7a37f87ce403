import { useState } from 'react'
import type { ServerRef } from '../../../shared/model/identifier.ts'
import type { ScheduleView } from '../../../shared/model/restart-schema.ts'
import { useAppState, useClient, useRunOnce, useServerNames } from '../../state/hooks.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Question } from '../../ui/Dialogs.tsx'
import { Notice } from '../../ui/Notice.tsx'
import { CreateOnPanelDialog } from './CreateOnPanelDialog.tsx'
import { whyNotOnPanel } from './handover-words.ts'
import { ScheduleForm } from './ScheduleForm.tsx'
import { namesText, timesText } from './schedule-words.ts'

/** A question about planned restarts; `ref` is the server that a new one begins with. */
export type PlannedQuestion =
  | { readonly kind: 'add'; readonly ref?: ServerRef }
  | { readonly kind: 'edit' | 'remove' | 'create-on-panel'; readonly schedule: ScheduleView }

type DialogProps = { asked: PlannedQuestion; onCreated: (schedule: ScheduleView) => void; onClose: () => void }

function Dialog({ asked, onCreated, onClose }: DialogProps) {
  const { bridge, run } = useClient()
  const nameOf = useServerNames()
  switch (asked.kind) {
    case 'add':
      return <ScheduleForm schedule={null} {...(asked.ref && { chosen: [asked.ref] })} onClose={onClose} />
    case 'edit':
      return <ScheduleForm schedule={asked.schedule} onClose={onClose} />
    case 'create-on-panel':
      return (
        <CreateOnPanelDialog schedule={asked.schedule} onCreated={() => onCreated(asked.schedule)} onClose={onClose} />
      )
    case 'remove': {
      const { id, refs } = asked.schedule
      const of = refs.length > 1 ? `${namesText(refs.map((ref) => nameOf(ref)))}: ` : ''
      return (
        <Question
          title="Remove this planned restart?"
          text={`${of}${timesText(asked.schedule)}. A countdown that has begun continues.`}
          yes="Remove"
          look="bad"
          onYes={() => {
            onClose()
            void run(() => bridge.call('schedules:remove', { id }))
          }}
          onClose={onClose}
        />
      )
    }
  }
}

/** The menu of a planned restart, and its switch. */
export function usePlannedActs(schedule: ScheduleView, now: number, ask: (asked: PlannedQuestion) => void) {
  const { bridge } = useClient()
  const run = useRunOnce()
  const stop = useAppState((state) => whyNotOnPanel(state, schedule, now))
  const { id, enabled } = schedule
  return {
    toggle: () => void run(() => bridge.call('schedules:setEnabled', { id, enabled: !enabled })),
    edit: () => ask({ kind: 'edit', schedule }),
    onPanel: { label: 'Create on panel…', why: stop, onClick: () => ask({ kind: 'create-on-panel', schedule }) },
    remove: { label: 'Remove…', bad: true, onClick: () => ask({ kind: 'remove', schedule }) },
  } as const
}

/** What can be done with planned restarts: `ask` opens the dialog for it, `notice` says what was created on panels. */
export function usePlanned() {
  const nameOf = useServerNames()
  const [asked, ask] = useState<PlannedQuestion | null>(null)
  const [created, setCreated] = useState<ScheduleView | null>(null)
  return {
    ask,
    dialog: asked && (
      <Dialog
        asked={asked}
        onCreated={(schedule) => {
          ask(null)
          setCreated(schedule)
        }}
        onClose={() => ask(null)}
      />
    ),
    notice: created && (
      <Notice
        tone="calm"
        message={`Created on the panel: ${namesText(created.refs.map((ref) => nameOf(ref)))}.`}
        hint="It stands under the server’s Schedules, and is paused here. Before you resume it here, pause or delete it there."
      >
        <IconButton icon="close" label="Dismiss" onClick={() => setCreated(null)} />
      </Notice>
    ),
  }
}
